import { MAX_TEXT_BYTES, type Preview } from "@/console/state/preview";
import { previewText as text } from "@/console/text/preview";

const MAX_ROWS = 200;

/** What a preview shows of a file. */
export function PreviewContent({ name, preview }: { name: string; preview: Preview }) {
  if ("url" in preview) return <Media name={name} kind={preview.kind} url={preview.url} />;
  if (preview.kind === "other") return <p className="text-muted">{text.unavailable}</p>;
  return (
    <>
      {preview.kind === "table" ? (
        <Table rows={preview.rows} />
      ) : (
        <textarea
          readOnly
          aria-label={text.contents}
          value={preview.text}
          className="border-line bg-well rounded-control h-[60dvh] resize-y border p-3 font-mono text-xs"
        />
      )}
      {preview.isCut && <p className="text-muted text-sm">{text.cut(MAX_TEXT_BYTES)}</p>}
    </>
  );
}

type MediaProps = { name: string; kind: "image" | "audio" | "video"; url: string };

function Media({ name, kind, url }: MediaProps) {
  if (kind === "image")
    return (
      // oxlint-disable-next-line nextjs/no-img-element -- the bytes are here already
      <img src={url} alt={name} className="max-h-[65dvh] self-center object-contain" />
    );
  if (kind === "audio")
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a file has is within it
    return <audio controls src={url} aria-label={name} className="w-full" />;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a file has is within it
    <video controls src={url} aria-label={name} className="max-h-[65dvh] self-center" />
  );
}

function Table({ rows }: { rows: readonly (readonly string[])[] }) {
  const [head = [], ...body] = rows;
  const shown = body.slice(0, MAX_ROWS);
  return (
    <>
      <section
        aria-label={text.contents}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        className="border-line rounded-control max-h-[60dvh] overflow-auto border"
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
      {body.length > shown.length && (
        <p className="text-muted text-sm">{text.rows(shown.length, body.length)}</p>
      )}
    </>
  );
}
