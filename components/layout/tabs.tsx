import Link from "next/link";

import { showInRow } from "./show-in-row";

type Tab = { name: string; href: string; isHere: boolean };

/**
 * The parts of a thing as links in a row, which scrolls where it is wider than the page. Without `scroll` the page stays
 * where it is, both when one is followed and when it is shown.
 */
export function Tabs({
  label,
  tabs,
  scroll = true,
}: {
  label: string;
  tabs: Tab[];
  scroll?: boolean;
}) {
  return (
    <nav aria-label={label} className="-mb-px overflow-x-auto">
      <ul className="flex gap-5">
        {tabs.map(({ name, href, isHere }) => (
          <li key={name}>
            <Link
              href={href}
              scroll={scroll}
              ref={isHere && scroll ? showInRow : undefined}
              aria-current={isHere ? "page" : undefined}
              className="text-muted hover:text-ink aria-[current=page]:border-tide aria-[current=page]:text-ink block border-b-2 border-transparent py-2 font-medium"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
