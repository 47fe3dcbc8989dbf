import { setImmediate } from "node:timers/promises";

import MiniSearch from "minisearch";

import { apiReference } from "@/components/docs/operations";
import type { DocResult } from "@/components/docs/results";
import { textOf } from "@/console/state/doc-sections";
import type { MarkdownNode } from "@/console/state/markdown";
import { DOC_PAGES } from "@/console/text/doc-pages";
import { text } from "@/console/text/docs";
import { ERROR_CODES, titleOf } from "@/lib/contract/limit-codes";

import { readDoc, SPEC_SLUGS } from "./read-doc";

const MAX_RESULTS = 30;
// A character is the beginning of a tenth of all words, so a hundred of them would hold the process for a second.
const MAX_WORDS = 8;
const MIN_PREFIX = 2;

const indices = new Map<string, Promise<MiniSearch<DocResult>>>();

/**
 * The parts of the documentation, operations and error codes that a search finds, the best first.
 * @param origin that of the service, which commands in the documents call
 */
export async function searchDocs(words: string, origin: string): Promise<DocResult[]> {
  const index = indices.get(origin) ?? makeIndex(origin);
  indices.set(origin, index);
  const made = await index;
  const exact = made.search(words, { combineWith: "AND" });
  const found =
    exact.length > 0 ? exact : made.search(words, { combineWith: "AND", processTerm: stemOf });
  // What is spelt wrongly, or is nowhere all together.
  const results = found.length > 0 ? found : made.search(words, { fuzzy: 0.2 });
  return results.slice(0, MAX_RESULTS).map(({ href, page, title, body, terms }) => ({
    href: String(href),
    page: String(page),
    title: String(title),
    body: String(body),
    terms,
  }));
}

async function makeIndex(origin: string): Promise<MiniSearch<DocResult>> {
  const made = new MiniSearch<DocResult>({
    idField: "href",
    fields: ["title", "body", "page"],
    storeFields: ["href", "page", "title", "body"],
    searchOptions: {
      prefix: (word) => word.length >= MIN_PREFIX,
      tokenize: (words) => [...new Set(termsOf(words))].slice(0, MAX_WORDS),
      boost: { title: 3, page: 2 },
      // Who looks for the exact rule finds it below what explains it.
      boostDocument: (href) => (String(href).startsWith("/docs/spec/") ? 0.3 : 1),
    },
    // Codes and names of fields are found whole and by their parts.
    tokenize: termsOf,
  });
  made.addAll([...operationParts(), ...errorParts()]);
  for (const guide of guides()) {
    made.addAll(partsOf(guide, origin));
    // Reading all of them takes a second or so, in which others have their turn.
    await setImmediate();
  }
  return made;
}

const MIN_STEM = 4;

/** The part that a word has in common with its other forms: `verif` of `verification` and `verified`. */
function stemOf(word: string): string {
  const lower = word.toLowerCase();
  const stem = lower.replace(/(ications?|ations?|ings?|ies|ied|ed|es|s|y)$/, "");
  return stem.length < MIN_STEM ? lower : stem;
}

const termsOf = (all: string) => all.split(/[^\p{L}\p{N}_]+/u).flatMap(withParts);
const withParts = (word: string) => (word.includes("_") ? [word, ...word.split("_")] : [word]);

type Guide = { slug: string; title: string };

const guides = (): Guide[] => [
  ...DOC_PAGES.filter(({ slug }) => !SPEC_SLUGS.includes(slug)),
  ...SPEC_SLUGS.map((slug) => ({ slug, title: text.specPage(readDoc(slug)?.[0]?.title ?? slug) })),
];

function partsOf({ slug, title: page }: Guide, origin: string): DocResult[] {
  const sections = readDoc(slug, origin) ?? [];
  return sections.map(({ id, title, nodes }, n) => {
    const code = nodes.filter(isCode);
    // What explains comes first, so that an excerpt shows it.
    const body = [...nodes.filter((node) => !isCode(node)), ...code].map(textOf).join(" ");
    return { href: `/docs/${slug}${n === 0 ? "" : `#${id}`}`, page, title, body };
  });
}

const isCode = (node: MarkdownNode) => typeof node === "object" && node.tag === "code";

function operationParts(): DocResult[] {
  return apiReference().groups.flatMap(({ tag, slug, operations }) =>
    operations.map(({ operationId, method, path, summary }) => ({
      href: `/docs/api/${slug}#${operationId}`,
      page: text.apiOf(tag),
      title: summary,
      body: `${method} ${path} ${operationId}`,
    })),
  );
}

function errorParts(): DocResult[] {
  return ERROR_CODES.map((code) => ({
    href: `/docs/errors#${code}`,
    page: text.errors,
    title: code,
    body: titleOf(code),
  }));
}
