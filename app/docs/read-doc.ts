import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { type DocSection, sectionsOf } from "@/console/state/doc-sections";
import { parseMarkdown, safeUrl } from "@/console/state/markdown";

const ROOT = path.join(process.cwd(), "docs");
// Listed once, so that no address can name another file.
const SLUGS: ReadonlySet<string> = new Set(
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length)),
);
/** The pages of the specification. */
export const SPEC_SLUGS = [...SLUGS].filter((slug) => slug.startsWith("spec/")).toSorted();
const read = new Map<string, DocSection[]>();
// What commands in the documents call, as on the machine of who tries it out.
const LOCAL_API = "http://localhost:3000/api/";

/**
 * The sections of a Markdown file below docs/, the first of which is the page itself; null if there is none.
 * @param origin that of the service that commands call
 */
export function readDoc(slug: string, origin = new URL(LOCAL_API).origin): DocSection[] | null {
  if (!SLUGS.has(slug)) return null;
  const key = `${origin} ${slug}`;
  const known = read.get(key);
  if (known !== undefined) return known;
  const file = readFileSync(path.join(ROOT, `${slug}.md`), "utf8");
  const text = file.replaceAll(LOCAL_API, `${origin}/api/`);
  const sections = sectionsOf(parseMarkdown(text, (url) => addressOf(url, slug)));
  read.set(key, sections);
  return sections;
}

/** Where a link in a document leads in the product; null for what is only in the repository. */
export function addressOf(url: string, slug: string): string | null {
  if (url.startsWith("#") || URL.canParse(url)) return url.startsWith("#") ? url : safeUrl(url);
  const [file = "", fragment] = url.split("#");
  const target = path.join(path.dirname(slug), file).replace(/\.md$/, "");
  if (!SLUGS.has(target)) return null;
  return `/docs/${target}${fragment === undefined ? "" : `#${fragment}`}`;
}
