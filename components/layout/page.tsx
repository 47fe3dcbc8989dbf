import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

import { Link } from "@/components/ui/link";
import { text } from "@/console/text/layout";

type Props = {
  title: string;
  /** The page of a tab, which has the title already: a phone shows it once. */
  isTab?: boolean;
  /** One sentence under the title. */
  description?: ReactNode;
  /** The breadcrumb from the organisation to this page, without the page itself. */
  crumbs?: readonly { href: string; name: string }[];
  /** Shown to the right of the title. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** The layout of a console page: breadcrumb, title, actions, then its content. */
export function Page(props: Props) {
  const { title, isTab = false, description, crumbs = [], actions, children } = props;
  return (
    <>
      <header className="flex flex-col gap-2">
        {crumbs.length > 0 && (
          <nav aria-label={text.breadcrumb}>
            <ol className="text-muted flex flex-wrap items-center gap-1 text-sm">
              {crumbs.map(({ href, name }, i) => (
                <li key={href} className="flex min-w-0 items-center gap-1">
                  {i > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0" />}
                  <Link href={href} className="hover:text-ink truncate">
                    {name}
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 max-sm:items-center">
          <div className="flex min-w-0 flex-col gap-1 max-sm:contents">
            <h1
              className={`text-2xl font-semibold tracking-tight wrap-anywhere max-sm:text-xl ${isTab ? "max-sm:sr-only" : ""}`}
            >
              {title}
            </h1>
            {description && (
              <p className="text-muted order-last max-w-2xl text-pretty max-sm:basis-full">
                {description}
              </p>
            )}
          </div>
          {actions}
        </div>
      </header>
      {children}
    </>
  );
}
