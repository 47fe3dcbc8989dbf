import type { Metadata } from "next";

import { searchDocs } from "@/app/docs/doc-index";
import { DocFrame } from "@/components/docs/doc-frame";
import { Results } from "@/components/docs/results";
import { text } from "@/console/text/docs";
import { services } from "@/lib/services";

export const metadata: Metadata = { title: text.searchTitle };

const MAX_LENGTH = 200;

type Props = { searchParams: Promise<{ q?: string | string[] }> };

/** What a search of the documentation finds. */
export default async function Page({ searchParams }: Props) {
  const { q = "" } = await searchParams;
  const words = [q].flat().join(" ").slice(0, MAX_LENGTH).trim();
  const results = words === "" ? [] : await searchDocs(words, services().settings.appUrl.origin);
  return (
    <DocFrame
      slug="search"
      searched={words}
      title={text.searchTitle}
      about={words === "" ? text.searchAbout : text.found(results.length, words)}
    >
      <Results results={results} />
    </DocFrame>
  );
}
