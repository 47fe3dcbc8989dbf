import { previewText as text } from "@/console/text/preview";

const MAX_ROWS = 200;

type Props = { rows: readonly (readonly string[])[]; isCut: boolean };

/** The first rows of a CSV file, of which there are more if it was cut; the first of them names the columns. */
export function Table({ rows, isCut }: Props) {
  const [head = [], ...body] = rows;
  const shown = body.slice(0, MAX_ROWS);
  return (
    <>
      <section
        aria-label={text.contents}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        className="border-line rounded-control min-h-0 overflow-auto border"
      >
        <table className="w-full text-sm">
          <thead className="bg-well sticky top-0">
            <tr>
              {head.map((cell, n) => (
                <th key={n} scope="col" className="px-3 py-1.5 text-left font-medium">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, n) => (
              <tr key={n} className="border-line border-t">
                {row.map((cell, m) => (
                  <td key={m} className="px-3 py-1.5 whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {(isCut || body.length > shown.length) && (
        <p className="text-muted text-sm">{text.rows(shown.length)}</p>
      )}
    </>
  );
}
