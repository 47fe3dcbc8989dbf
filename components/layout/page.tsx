import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

type Props = {
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  /** The way from the organisation down to this page, without the page itself. */
  crumbs?: readonly { href: string; name: string }[];
  /** What stands at the right of the title, as a button. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The pattern of a page of the console: where it is, its title, what can be done, then its parts. */
export function Page({ title, description, crumbs = [], actions, children }: Props) {
  return (
    <>
      <header className="flex flex-col gap-2">
        {crumbs.length > 0 && (
          <nav aria-label="Where this is">
            <ol className="text-muted flex flex-wrap items-center gap-1 text-sm">
              {crumbs.map(({ href, name }) => (
                <li key={href} className="flex min-w-0 items-center gap-1">
                  <Link href={href} className="hover:text-ink truncate">
                    {name}
                  </Link>
                  <ChevronRight aria-hidden className="size-3.5 shrink-0" />
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-col gap-1">
            <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
            {description && <p className="text-muted max-w-prose">{description}</p>}
          </div>
          {actions}
        </div>
      </header>
      {children}
    </>
  );
}
