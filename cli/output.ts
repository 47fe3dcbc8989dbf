/** Rows as aligned columns with headings; `none` is printed instead of an empty table. */
export function table(headings: string[], rows: string[][], none: string): string {
  if (rows.length === 0) return none;
  const all = [headings, ...rows.map((row) => row.map(printable))];
  const widths = headings.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Names and values, one per line. */
export function fields(values: Record<string, string>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`)
    .join("\n");
}

/** Untrusted text without control and bidirectional formatting characters. */
export const printable = (text: string) =>
  text.replace(/[\p{Cc}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu, "\u{FFFD}");
