import Slugger from "github-slugger";

import type { MarkdownNode } from "./markdown";

/** A heading of a page with what stands below it, up to the next heading. The first one is the page's title. */
export type DocSection = {
  id: string;
  level: number;
  title: string;
  heading: readonly MarkdownNode[];
  nodes: readonly MarkdownNode[];
};

/** The sections of a page; their ids are those that GitHub gives its headings, so links work in both places. */
export function sectionsOf(nodes: readonly MarkdownNode[]): DocSection[] {
  const slugger = new Slugger();
  const sections: (DocSection & { nodes: MarkdownNode[] })[] = [];
  for (const node of nodes) {
    const level = levelOf(node);
    if (level === null) sections.at(-1)?.nodes.push(node);
    else {
      const title = textOf(node);
      sections.push({
        id: slugger.slug(title),
        level,
        title,
        heading: childrenOf(node),
        nodes: [],
      });
    }
  }
  return sections;
}

/** What a reader reads of a node. */
export function textOf(node: MarkdownNode): string {
  if (typeof node === "string") return node;
  if (node.tag === "code") return node.tokens.map(({ text }) => text).join("");
  const text = childrenOf(node).map(textOf).join("");
  return node.tag === "cell" || (node.tag === "plain" && /^(p|li)$/.test(node.name))
    ? `${text} `
    : text;
}

const childrenOf = (node: MarkdownNode): readonly MarkdownNode[] =>
  typeof node === "object" && "children" in node ? node.children : [];

function levelOf(node: MarkdownNode): number | null {
  if (typeof node === "string" || node.tag !== "plain") return null;
  const level = /^h(\d)$/.exec(node.name)?.[1];
  return level === undefined ? null : Number(level);
}
