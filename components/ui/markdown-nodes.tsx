import { createElement, Fragment, type ReactNode } from "react";

import type { MarkdownNode } from "@/console/state/markdown";
import { previewText } from "@/console/text/preview";

import { CodeBlock } from "./code-block";
import { Tokens } from "./tokens";

// Headings come below the title of the dialog, which is of the second level.
const ELEMENTS: Readonly<Record<string, readonly [name: string, className: string]>> = {
  h1: ["h3", "border-line border-b pb-1.5 text-2xl font-semibold"],
  h2: ["h4", "border-line mt-3 border-b pb-1.5 text-xl font-semibold"],
  h3: ["h5", "mt-2 text-lg font-semibold"],
  h4: ["h6", "mt-1 font-semibold"],
  h5: ["h6", "text-sm font-semibold"],
  h6: ["h6", "text-muted text-sm font-semibold"],
  strong: ["strong", "font-semibold"],
  em: ["em", "italic"],
  code: ["code", "bg-well border-line rounded border px-1 py-0.5 font-mono text-xs"],
  blockquote: ["blockquote", "border-line text-muted flex flex-col gap-3 border-l-4 pl-4"],
  ul: ["ul", "list-disc pl-6"],
  li: ["li", "my-1 has-[>input]:list-none"],
  hr: ["hr", "border-line my-2"],
  section: ["section", "border-line text-muted mt-3 border-t pt-3 text-sm"],
};
const ALIGNMENTS: Readonly<Record<string, string>> = { center: "text-center", right: "text-right" };

/** What a Markdown file shows, as our own elements. */
export function MarkdownNodes({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return nodes.map((node, n) => <Fragment key={n}>{elementOf(node)}</Fragment>);
}

function elementOf(node: MarkdownNode): ReactNode {
  if (typeof node === "string") return node;
  if (node.tag === "code") {
    const code = node.tokens.map(({ text }) => text).join("");
    return (
      <CodeBlock code={code}>
        <Tokens tokens={node.tokens} />
      </CodeBlock>
    );
  }
  if (node.tag === "checkbox") {
    const label = node.isChecked ? previewText.done : previewText.open;
    return <input type="checkbox" disabled checked={node.isChecked} aria-label={label} />;
  }
  const children = node.children.length > 0 ? <MarkdownNodes nodes={node.children} /> : null;
  if (node.tag === "link") return <MarkdownLink href={node.href}>{children}</MarkdownLink>;
  if (node.tag === "ol")
    return (
      <ol start={node.start} className="list-decimal pl-6">
        {children}
      </ol>
    );
  if (node.tag === "cell") return <Cell {...node}>{children}</Cell>;
  if (node.name === "table") return <Table>{children}</Table>;
  const [name, className] = ELEMENTS[node.name] ?? [node.name, undefined];
  return createElement(name, { className }, children);
}

// Only pages of our own documentation have links that are not absolute.
function MarkdownLink({ href, children }: { href: string; children: ReactNode }) {
  const isOwn = /^[/#]/.test(href);
  const props = isOwn ? {} : { target: "_blank", rel: "noopener noreferrer" };
  return (
    <a href={href} {...props} className="text-tide underline underline-offset-4">
      {children}
    </a>
  );
}

type CellProps = { isHead: boolean; align: string; children: ReactNode };

function Cell({ isHead, align, children }: CellProps) {
  const className = `border-line border px-3 py-1.5 ${ALIGNMENTS[align] ?? "text-left"}`;
  if (!isHead) return <td className={className}>{children}</td>;
  return (
    <th scope="col" className={`bg-well font-medium ${className}`}>
      {children}
    </th>
  );
}

function Table({ children }: { children: ReactNode }) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="max-w-full overflow-x-auto"
    >
      <table className="text-sm wrap-normal">{children}</table>
    </div>
  );
}
