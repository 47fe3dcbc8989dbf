type Separator = "," | ";" | "\t";

/** What separates the cells of a CSV text: a semicolon where decimals have commas. */
export function separatorOf(text: string): Separator {
  const [head = ""] = text.split("\n", 1);
  return head.split(";").length > head.split(",").length ? ";" : ",";
}

/** The rows of a CSV text (RFC 4180), as far as it goes. */
export function parseCsv(text: string, separator: Separator): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)(?:"|$)|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r?\\n|$)`,
    "y",
  );
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) break;
    const [, quoted, plain = "", end] = found;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return row.length > 0 ? [...rows, row] : rows;
}
