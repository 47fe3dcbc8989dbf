import { excerptOf } from "@/console/state/excerpt";

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
export function Results({ results }: { results: readonly DocResult[] }) {
  return (
    <ul className="divide-line max-w-3xl divide-y">
      {results.map(({ href, page, title, body, terms = [] }) => (
        <li key={href} className="py-3">
          <a href={href} className="group flex flex-col gap-0.5">
            {title !== page && <span className="text-muted text-xs">{page}</span>}
            <span className="text-tide text-lg font-medium group-hover:underline">{title}</span>
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
  );
}
