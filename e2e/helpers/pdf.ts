/**
 * A PDF with a page for each text, in a font that it doesn't contain, above a black scan.
 * @param catalog entries that its catalog gets besides
 * @param trailer those that its trailer gets
 */
export function makePdf(texts: readonly string[], catalog = "", trailer = ""): Buffer {
  const FIRST = 5;
  const kids = texts.map((_, n) => `${FIRST + 2 * n} 0 R`).join(" ");
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    SCAN,
    ...texts.flatMap((text, n) => {
      const content = `BT /F1 36 Tf 60 700 Td (${text}) Tj ET q 200 0 0 100 60 400 cm /Scan Do Q`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> /XObject << /Scan 4 0 R >> >>
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

// Eight lines of a fax, which take a decoder that is loaded on demand.
const SCAN = `<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray
  /Filter [/ASCIIHexDecode /CCITTFaxDecode]
  /DecodeParms [null << /K -1 /Columns 8 /Rows 8 /BlackIs1 true >>] /Length 9 >>
stream\nFF001001>\nendstream`;
// A link over the whole page to another host.
const LINK =
  "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (https://links.invalid/) >> >>]";
