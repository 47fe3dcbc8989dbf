/**
 * A PDF with a page for each text, in a font that it doesn't contain.
 * @param catalog entries that its catalog gets besides
 * @param trailer those that its trailer gets
 */
export function makePdf(texts: readonly string[], catalog = "", trailer = ""): Buffer {
  const FIRST = 4;
  const kids = texts.map((_, n) => `${FIRST + 2 * n} 0 R`).join(" ");
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...texts.flatMap((text, n) => {
      const content = `BT /F1 36 Tf 60 700 Td (${text}) Tj ET 60 400 200 100 re f`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>
           /Contents ${FIRST + 2 * n + 1} 0 R ${LINK} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.7\n";
  const offsets = objects.map((object, n) => {
    const offset = file.length;
    file += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, "0");
  });
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join("");
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>
startxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

// A link over the whole page to another host.
const LINK =
  "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (https://links.invalid/) >> >>]";
