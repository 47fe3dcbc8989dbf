import type { ReactNode } from "react";

import { text } from "@/console/text/ui";

import { CopyButton } from "./copy-button";

type Props = {
  /** What is copied. */
  code: string;
  /** The same, in colours for example. */
  children?: ReactNode;
};

/** Code that scrolls, with a button that copies it. */
export function CodeBlock({ code, children = code }: Props) {
  return (
    <div className="relative">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        className="border-line bg-well rounded-control overflow-x-auto border p-3 pr-24 font-mono text-xs max-sm:pr-14"
      >
        <code>{children}</code>
      </pre>
      <div className="absolute top-1.5 right-1.5 max-sm:[&_span]:sr-only">
        <CopyButton text={code} label={text.copyCode} />
      </div>
    </div>
  );
}
