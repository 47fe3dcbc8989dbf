import type { Chart, Row } from "./sections";

type Bar = { name: string; value: number; color: number };

/** Makes text safe inside HTML. */
export const escape = (text: string | number) =>
  String(text).replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** A chart of these rows, as HTML with a bar of SVG for each value; empty if no row has one. */
export function drawChart({ title, bars, unit, stacked, mark }: Chart, rows: readonly Row[]) {
  const groups = rows
    .map((row) => ({ name: nameOf(row), bars: barsOf(bars, row) }))
    .filter((group) => group.bars.length > 0);
  if (groups.length === 0) return "";
  const lengths = groups.map((group) =>
    stacked ? sum(group.bars) : Math.max(...group.bars.map(({ value }) => value)),
  );
  const most = Math.max(...lengths, mark ?? 0);
  const draw = (parts: readonly Bar[]) => drawBar(parts, most, unit, mark);
  const drawn = groups.map((group) => {
    const lines = stacked ? [draw(group.bars)] : group.bars.map((bar) => draw([bar]));
    return `<div class="group"><span class="name">${escape(group.name)}</span>${lines.join("")}</div>`;
  });
  const legend = bars.map(
    ([, name], n) => `<span class="key"><i class="c${n}"></i>${escape(name)}</span>`,
  );
  const compared =
    mark === undefined ? "" : `<span class="key"><i class="mark"></i>${mark}: the same</span>`;
  return `<figure><figcaption>${escape(title)}</figcaption><p class="keys">${legend.join("")}${compared}</p>${drawn.join("")}</figure>`;
}

/** What a row is about, with its size if there are several. */
const nameOf = ({ what, size, webhooks }: Row) =>
  [webhooks, what, size].flatMap((part) => (part === undefined ? [] : [String(part)])).join(", ");

function barsOf(columns: Chart["bars"], row: Row): Bar[] {
  return columns.flatMap(([key, name], color) => {
    const value = row[key];
    return typeof value === "number" && Number.isFinite(value) ? [{ name, value, color }] : [];
  });
}

const sum = (bars: readonly Bar[]) => bars.reduce((all, { value }) => all + value, 0);

/** One line: the parts from left to right, and their sum as text. */
function drawBar(parts: readonly Bar[], most: number, unit: string, mark: number | undefined) {
  const percent = (value: number) => `${((value / most) * 100).toFixed(2)}%`;
  let from = 0;
  const rects = parts.map(({ name, value, color }) => {
    const at = from;
    from += value;
    const title = `<title>${escape(`${name}: ${value}${unit}`)}</title>`;
    return `<rect class="c${color}" x="${percent(at)}" width="${percent(value)}" height="14">${title}</rect>`;
  });
  const line =
    mark === undefined
      ? ""
      : `<line x1="${percent(mark)}" x2="${percent(mark)}" y1="0" y2="14"></line>`;
  const text = Number(from.toFixed(2)).toLocaleString("en");
  return `<div class="bar"><svg height="14" aria-hidden="true">${rects.join("")}${line}</svg><b>${text}${unit}</b></div>`;
}
