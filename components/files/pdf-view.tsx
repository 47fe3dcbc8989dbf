"use client";

import "./pdf-text.css";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useRef, useState } from "react";

import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { isLocked, openPdf } from "@/console/state/open-pdf";
import { previewText as text } from "@/console/text/preview";

import { PdfPage } from "./pdf-page";

const MAX_PAGES = 500;

type Opened = { document: PDFDocumentProxy; ratio: number };

/** The pages of a PDF, one below the other. */
export function PdfView({ data }: { data: Blob }) {
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const closing = new AbortController();
    open(data, closing.signal).then(setOpened, (error: unknown) => {
      if (!closing.signal.aborted) setProblem(isLocked(error) ? text.locked : text.broken);
    });
    return () => closing.abort();
  }, [data]);
  if (problem !== undefined) return <Alert tone="warn">{problem}</Alert>;
  return opened === undefined ? <Skeleton className="flex-1" /> : <Pages {...opened} />;
}

async function open(data: Blob, signal: AbortSignal): Promise<Opened> {
  const document = await openPdf(data, signal);
  // Pages take the place of the first one until they are drawn.
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
  return { document, ratio: height / width };
}

function Pages({ document, ratio }: Opened) {
  const pages = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState(1);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    if (pages.current) observer.observe(pages.current);
    return () => observer.disconnect();
  }, []);
  const count = document.numPages;
  const shown = Math.min(count, MAX_PAGES);
  const findPage = ({ scrollTop, clientHeight }: HTMLElement) => {
    const middle = scrollTop + clientHeight / 2;
    const all = [...(pages.current?.children ?? [])];
    const below = all.findIndex((it) => it instanceof HTMLElement && it.offsetTop > middle);
    setAt(below === -1 ? shown : Math.max(1, below));
  };
  return (
    <>
      <section
        aria-label={text.contents}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        onScroll={(event) => findPage(event.currentTarget)}
        className="border-line bg-well rounded-control relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto border p-2 sm:p-4"
      >
        <div ref={pages} className="flex flex-col gap-3">
          {Array.from({ length: shown }, (_, n) => (
            <PdfPage key={n} document={document} number={n + 1} width={width} ratio={ratio} />
          ))}
        </div>
      </section>
      <p className="text-muted text-sm tabular-nums">{text.page(at, count)}</p>
      {count > shown && <p className="text-muted text-sm">{text.pages(shown, count)}</p>}
    </>
  );
}
