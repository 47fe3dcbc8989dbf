import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

import { highlight, type Token } from "./highlight";
import { languageOf } from "./languages";

const PLAIN =
  "p h1 h2 h3 h4 h5 h6 strong em del code blockquote ul li br hr table thead tbody tr sup section";
const TAGS: ReadonlySet<string> = new Set(PLAIN.split(" "));
const MAX_DEPTH = 100;
const SCHEMES = new Set(["http:", "https:", "mailto:"]);

/** What a Markdown file may show. There is no HTML, and no URL but those that a reader may follow. */
export type MarkdownNode =
  | string
  | { tag: "plain"; name: string; children: MarkdownNode[] }
  | { tag: "ol"; start: number; children: MarkdownNode[] }
  | { tag: "cell"; isHead: boolean; align: string; children: MarkdownNode[] }
  | { tag: "link"; href: string; children: MarkdownNode[] }
  | { tag: "code"; tokens: Token[] }
  | { tag: "checkbox"; isChecked: boolean };

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);
type Child = ReturnType<typeof processor.runSync>["children"][number];
type Element = Extract<Child, { type: "element" }>;

/** Where a link leads; null if it shall be text. */
type Resolve = (url: string) => string | null;

/**
 * Parses CommonMark with GitHub's extensions. HTML in it is dropped, images become links, and relative links text,
 * unless `resolve` knows where they lead.
 * @throws RangeError for text that is nested too deeply
 */
export function parseMarkdown(text: string, resolve: Resolve = safeUrl): MarkdownNode[] {
  return nodesOf(processor.runSync(processor.parse(text)).children, resolve, 0);
}

function nodesOf(children: readonly Child[], resolve: Resolve, depth: number): MarkdownNode[] {
  if (depth > MAX_DEPTH) throw new RangeError("nested too deeply");
  return children.flatMap((child) => {
    if (child.type === "text") return [child.value];
    return child.type === "element" ? elementOf(child, resolve, depth) : [];
  });
}

function elementOf(element: Element, resolve: Resolve, depth: number): MarkdownNode[] {
  const { tagName: name, properties } = element;
  if (name === "img") {
    const alt = properties["alt"] ?? "";
    const href = hrefOf(properties["src"], resolve);
    const children = [alt === "" ? (href ?? "") : alt];
    return href === null ? children : [{ tag: "link", href, children }];
  }
  if (name === "input") return [{ tag: "checkbox", isChecked: properties["checked"] === true }];
  if (name === "pre") return [{ tag: "code", tokens: tokensOf(element) }];
  const children = nodesOf(element.children, resolve, depth + 1);
  if (name === "a") {
    // The arrow that leads from a footnote back to its place.
    if ("dataFootnoteBackref" in properties) return [];
    const href = hrefOf(properties["href"], resolve);
    return href === null ? children : [{ tag: "link", href, children }];
  }
  if (name === "ol") return [{ tag: "ol", start: Number(properties["start"] ?? 1), children }];
  if (name === "th" || name === "td") {
    const align = properties["align"] ?? "left";
    return [{ tag: "cell", isHead: name === "th", align, children }];
  }
  return TAGS.has(name) ? [{ tag: "plain", name, children }] : children;
}

function tokensOf({ children: [code] }: Element): Token[] {
  if (code?.type !== "element") return [];
  const text = code.children.map((child) => (child.type === "text" ? child.value : "")).join("");
  const mark = [code.properties["className"]]
    .flat()
    .find((it) => String(it).startsWith("language-"));
  const language = mark === undefined ? null : languageOf(mark.slice("language-".length));
  return language === null ? [{ kind: null, text }] : highlight(text, language);
}

const hrefOf = (url: unknown, resolve: Resolve) => (typeof url === "string" ? resolve(url) : null);

/** The address if it is absolute and of a scheme that a reader expects. */
export function safeUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return SCHEMES.has(protocol) ? href : null;
}
