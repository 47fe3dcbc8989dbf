import { type PDFDocumentProxy, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";

// 32 MB, which an A4 page across the dialog stays below on a screen of double density.
const MAX_PIXELS = 8_000_000;
const MAX_SIDE = 16_384;

type Target = { canvas: HTMLCanvasElement; layer: HTMLElement; width: number };

/**
 * Draws a page and lays its text over it, to be selected and read out.
 * @param number from 1 on
 * @param target.width in CSS pixels
 * @param onRatio receives the page's height by width before it is drawn
 */
export async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  { canvas, layer, width }: Target,
  onRatio: (ratio: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const page = await document.getPage(number);
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const { height } = viewport;
  onRatio(height / width);
  const density = Math.min(
    globalThis.devicePixelRatio,
    Math.sqrt(MAX_PIXELS / (width * height)),
    MAX_SIDE / Math.max(width, height),
  );
  canvas.width = Math.max(1, Math.floor(width * density));
  canvas.height = Math.max(1, Math.floor(height * density));
  const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  signal.addEventListener("abort", () => drawing.cancel());
  await drawing.promise;
  signal.throwIfAborted();
  layer.style.setProperty("--total-scale-factor", String(viewport.scale * viewport.userUnit));
  const text = new TextLayer({
    textContentSource: page.streamTextContent(),
    container: layer,
    viewport,
  });
  signal.addEventListener("abort", () => text.cancel());
  await text.render();
}

/** Frees what a page takes. */
export function clearPage({ canvas, layer }: Omit<Target, "width">): void {
  canvas.width = 0;
  canvas.height = 0;
  layer.replaceChildren();
}
