import { excerptOf } from "@/console/state/excerpt";
import { text } from "@/console/text/docs";

/** A part of the documentation that a search found. */
export type DocResult = {
  href: string;
  /** The page it is on. */
  page: string;
  title: string;
  body: string;
  /** The words in it that were searched for. */
  terms?: readonly string[];
};

/** What a search of the documentation found. */
export function Results({ words, results }: { words: string; results: readonly DocResult[] }) {
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <h1 className="text-2xl font-semibold tracking-tight">{text.searchTitle}</h1>
      <p className="text-muted">
        {words === "" ? text.searchAbout : text.found(results.length, words)}
      </p>
      <ul className="divide-line divide-y">
        {results.map(({ href, page, title, body, terms = [] }) => (
          <li key={href} className="py-3">
            <a href={href} className="group flex flex-col gap-0.5">
              <span className="flex flex-wrap items-baseline gap-x-3">
                <span className="text-tide font-medium group-hover:underline">{title}</span>
                <span className="text-muted text-xs">{page}</span>
              </span>
              <span className="text-muted text-sm wrap-anywhere">
                {excerptOf(body, terms).map(({ isMatch, text: part }, n) =>
                  isMatch ? (
                    <mark key={n} className="bg-warn-soft text-ink rounded-sm">
                      {part}
                    </mark>
                  ) : (
                    part
                  ),
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
