import type { ReactNode } from "react";

import { SiteHeader } from "@/components/layout/site-header";
import { Link } from "@/components/ui/link";
import { DOC_GROUPS } from "@/console/text/doc-pages";
import { text } from "@/console/text/docs";

import { SearchDocs } from "./search-docs";

/** A part of a page that has an address of its own below /docs. */
export type DocPart = { slug: string; title: string; isCurrent: boolean };

type Props = {
  /** The page that is shown, as the contents list it. */
  slug: string;
  title: ReactNode;
  /** Below the title. */
  about?: ReactNode;
  /** The parts of this page, below it in the contents. */
  parts?: readonly DocPart[];
  /** What was searched for. */
  searched?: string;
  children: ReactNode;
};

/** The frame of the documentation: its contents and a search beside the page. It works without a script. */
export function DocFrame(props: Props) {
  const { slug, title, about, parts = [], searched = "", children } = props;
  return (
    <>
      <SiteHeader />
      <div className="mx-auto flex max-w-6xl flex-col gap-x-10 gap-y-6 px-4 py-6 sm:px-6 lg:flex-row lg:py-10">
        <div className="flex shrink-0 flex-col gap-5 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:w-52 lg:self-start lg:overflow-y-auto">
          <SearchDocs value={searched} />
          <nav aria-label={text.contents} className="hidden lg:block">
            <Contents slug={slug} parts={parts} />
          </nav>
          <details className="border-line bg-sheet rounded-control border lg:hidden">
            <summary className="cursor-pointer px-3 py-2.5 font-medium">{text.contents}</summary>
            <nav aria-label={text.contents} className="px-3 pb-3">
              <Contents slug={slug} parts={parts} />
            </nav>
          </details>
        </div>
        <main className="flex min-w-0 flex-1 flex-col gap-6">
          <header className="flex max-w-2xl flex-col gap-3">
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            {about && <p className="text-muted">{about}</p>}
          </header>
          {children}
        </main>
      </div>
    </>
  );
}

type ContentsProps = { slug: string; parts: readonly DocPart[] };

function Contents({ slug, parts }: ContentsProps) {
  const isPart = parts.some(({ isCurrent }) => isCurrent);
  return (
    <div className="flex flex-col gap-5">
      {DOC_GROUPS.map(({ title, pages }) => (
        <div key={title} className="flex flex-col gap-1">
          <p className="text-muted px-2 text-xs font-semibold">{title}</p>
          <ul>
            {pages.map((page) => (
              <li key={page.slug}>
                <ContentsLink {...page} isCurrent={page.slug === slug && !isPart} />
                {page.slug === slug && parts.length > 0 && (
                  <ul className="border-line ml-3 border-l pl-1">
                    {parts.map((part) => (
                      <li key={part.slug}>
                        <ContentsLink {...part} />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function ContentsLink({ slug, title, isCurrent }: DocPart) {
  return (
    <Link
      href={`/docs/${slug}`}
      aria-current={isCurrent ? "page" : undefined}
      className="hover:bg-well aria-[current=page]:bg-tide-soft aria-[current=page]:text-tide rounded-control block px-2 py-1.5 text-sm"
    >
      {title}
    </Link>
  );
}
