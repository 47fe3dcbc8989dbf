import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useRef, useState } from "react";

import { previewText as text } from "@/console/text/preview";

import { clearPage, drawPage } from "./draw-page";

type Props = {
  document: PDFDocumentProxy;
  /** From 1 on. */
  number: number;
  /** In CSS pixels. */
  width: number;
  /** Height by width, until the page's own is known. */
  ratio: number;
};

/** A page of a PDF, drawn while it is in view or about to be. */
export function PdfPage({ document, number, width, ratio }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [ownRatio, setOwnRatio] = useState(ratio);
  const [state, setState] = useState<"waiting" | "drawn" | "broken">("waiting");
  useEffect(() => {
    const options = { root: frame.current?.closest("section") ?? null, rootMargin: "100% 0px" };
    const observer = new IntersectionObserver((seen) => {
      setNear(seen.at(-1)?.isIntersecting === true);
    }, options);
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear || width === 0 || !canvas.current || !layer.current) return undefined;
    const closing = new AbortController();
    const target = { canvas: canvas.current, layer: layer.current, width };
    drawPage(document, number, target, setOwnRatio, closing.signal).then(
      () => setState("drawn"),
      () => closing.signal.aborted || setState("broken"),
    );
    return () => {
      closing.abort();
      clearPage(target);
      setState("waiting");
    };
  }, [document, number, width, isNear]);
  const label = text.page(number, document.numPages);
  return (
    <div
      ref={frame}
      aria-busy={isNear && state === "waiting"}
      style={{ aspectRatio: `1 / ${ownRatio}` }}
      className="shadow-card relative min-h-16 w-full shrink-0 overflow-hidden bg-white"
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn on */}
      <canvas ref={canvas} role="img" aria-label={label} className="absolute inset-0 size-full" />
      <div ref={layer} className="pdf-text" />
      {state === "broken" && <p className="p-4 text-sm text-black">{text.pageBroken}</p>}
    </div>
  );
}
