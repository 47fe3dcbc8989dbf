import type { ReactNode } from "react";

import { text } from "@/console/text/ui";

import { CopyButton } from "./copy-button";

type Props = {
  /** What is copied. */
  code: string;
  /** The same, in colours for example. */
  children?: ReactNode;
  /** Above the code, with the button beside it, where long lines need all of the width; they break then. */
  head?: ReactNode;
};

/** Code that scrolls, with a button that copies it. */
export function CodeBlock({ code, children = code, head }: Props) {
  const hasHead = head !== undefined;
  const copy = (
    <div className="shrink-0 p-1.5 max-sm:[&_span]:sr-only">
      <CopyButton text={code} label={text.copyCode} />
    </div>
  );
  return (
    <div
      className={`border-line bg-well rounded-control flex border ${hasHead ? "flex-col" : "items-start"}`}
    >
      {hasHead && (
        <div className="border-line flex items-center justify-between border-b pl-1.5">
          {head}
          {copy}
        </div>
      )}
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        className={`min-w-0 flex-1 overflow-x-auto p-3 font-mono text-xs ${hasHead ? "wrap-anywhere whitespace-pre-wrap" : ""}`}
      >
        <code>{children}</code>
      </pre>
      {!hasHead && copy}
    </div>
  );
}
