import { useState } from "react";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { ViewSwitch } from "@/components/ui/view-switch";
import { MAX_TEXT_BYTES, type Preview, type TextPart } from "@/console/state/preview";
import { previewText as text } from "@/console/text/preview";

import { CodeView } from "./code-view";
import { MarkdownView } from "./markdown-view";
import { Media } from "./preview-media";
import { Table } from "./preview-table";

const PdfView = lazyWithRetry(
  () => import("./pdf-view").then((all) => all.PdfView),
  <Skeleton className="flex-1" />,
);

/** What a preview shows of a file. */
export function PreviewContent({ name, preview }: { name: string; preview: Preview }) {
  const { kind } = preview;
  if (kind === "text" && preview.text === "") return <Note>{text.empty}</Note>;
  if (kind === "text") return <Source part={preview} />;
  if (kind === "drawing" || kind === "markdown" || kind === "json")
    return <Switched name={name} preview={preview} />;
  if (kind === "pdf") return <PdfView data={preview.data} />;
  if (kind === "other") return <Note>{text.unavailable}</Note>;
  if (kind !== "table")
    return <Media key={preview.url} name={name} kind={kind} url={preview.url} />;
  return (
    <>
      <Table rows={preview.rows} isCut={preview.isCut} />
      <Encoding encoding={preview.encoding} />
    </>
  );
}

const Note = ({ children }: { children: string }) => (
  <p className="text-muted m-auto">{children}</p>
);

const VIEWS = ["preview", "source"] as const;
type SwitchedProps = {
  name: string;
  preview: Extract<Preview, { kind: "drawing" | "markdown" | "json" }>;
};

function Switched({ name, preview }: SwitchedProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]>("preview");
  return (
    <>
      <ViewSwitch
        label={text.view}
        views={VIEWS}
        names={text.views}
        value={view}
        onChange={setView}
      />
      {view === "source" && <Source part={preview} />}
      {view === "preview" && preview.kind === "drawing" && (
        <Media key={preview.url} name={name} kind="image" url={preview.url} />
      )}
      {view === "preview" && preview.kind === "json" && (
        <Source part={{ ...preview, text: preview.indented }} />
      )}
      {view === "preview" && preview.kind === "markdown" && (
        <>
          <MarkdownView text={preview.text} />
          <Cut part={preview} />
        </>
      )}
    </>
  );
}

function Source({ part }: { part: TextPart }) {
  return (
    <>
      {part.language === null ? (
        <textarea
          readOnly
          aria-label={text.contents}
          value={part.text}
          className="border-line bg-well rounded-control flex-1 resize-none border p-3 font-mono text-xs"
        />
      ) : (
        <CodeView text={part.text} language={part.language} />
      )}
      <Cut part={part} />
    </>
  );
}

const Cut = ({ part: { isCut, encoding } }: { part: TextPart }) => (
  <>
    {isCut && <p className="text-muted text-sm">{text.cut(MAX_TEXT_BYTES)}</p>}
    <Encoding encoding={encoding} />
  </>
);

const Encoding = ({ encoding }: Pick<TextPart, "encoding">) =>
  encoding !== null && <p className="text-muted text-sm">{text.encoding(encoding)}</p>;
