import { Link } from "@/components/ui/link";
import { MarkdownNodes } from "@/components/ui/markdown-nodes";
import type { DocSection } from "@/console/state/doc-sections";
import { DOC_PAGES, type DocPage } from "@/console/text/doc-pages";
import { text } from "@/console/text/docs";

const SIZES = { h2: "mt-4 text-xl", h3: "mt-2 text-lg", h4: "" } as const;

/** A page of the documentation that is written in Markdown, with links to its sections and to the pages around it. */
export function Document({ slug, sections }: { slug: string; sections: readonly DocSection[] }) {
  const [page, ...parts] = sections;
  const position = DOC_PAGES.findIndex((one) => one.slug === slug);
  return (
    <div className="flex gap-10">
      <article className="flex max-w-3xl min-w-0 flex-1 flex-col gap-4 leading-7 wrap-anywhere">
        <MarkdownNodes nodes={page?.nodes ?? []} />
        {parts.map((section) => (
          <Section key={section.id} {...section} />
        ))}
        {position >= 0 && (
          <Around previous={DOC_PAGES[position - 1]} next={DOC_PAGES[position + 1]} />
        )}
      </article>
      <OnThisPage sections={parts.filter(({ level }) => level === 2 || parts.length < 15)} />
    </div>
  );
}

function Section({ id, level, heading, nodes }: DocSection) {
  const Heading = level === 2 ? "h2" : level === 3 ? "h3" : "h4";
  return (
    <>
      <Heading id={id} className={`group scroll-mt-6 font-semibold ${SIZES[Heading]}`}>
        <a href={`#${id}`} className="hover:underline">
          <MarkdownNodes nodes={heading} />
        </a>
      </Heading>
      <MarkdownNodes nodes={nodes} />
    </>
  );
}

/** The parts of a long page, beside it where there is room. */
export function OnThisPage({
  sections,
}: {
  sections: readonly Pick<DocSection, "id" | "title">[];
}) {
  if (sections.length < 2) return null;
  return (
    <nav
      aria-label={text.onThisPage}
      className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] w-48 shrink-0 self-start overflow-y-auto text-sm xl:block"
    >
      <p className="text-muted mb-1 text-xs font-semibold">{text.onThisPage}</p>
      <ul className="flex flex-col">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="text-muted hover:text-ink block py-1">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type AroundProps = { previous: DocPage | undefined; next: DocPage | undefined };

function Around({ previous, next }: AroundProps) {
  return (
    <nav aria-label={text.around} className="border-line mt-6 flex gap-4 border-t pt-6">
      <div className="flex-1">{previous && <PageLink page={previous} label={text.previous} />}</div>
      <div className="flex-1 text-right">{next && <PageLink page={next} label={text.next} />}</div>
    </nav>
  );
}

function PageLink({ page, label }: { page: DocPage; label: string }) {
  return (
    <Link
      href={`/docs/${page.slug}`}
      className="border-line hover:bg-well rounded-card block border px-4 py-3"
    >
      <span className="text-muted block text-xs">{label}</span>
      <span className="text-tide font-medium">{page.title}</span>
    </Link>
  );
}
