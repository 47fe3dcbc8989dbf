import { encodeQR } from "qr";

// Readers want this many free modules around it.
const BORDER = 4;

/** A QR code, black on white in every theme, because readers expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { border: BORDER });
  const modules = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="rounded-control size-48 self-center bg-white"
    >
      <path d={modules.join("")} fill="#000" />
    </svg>
  );
}
