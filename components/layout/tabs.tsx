import Link from "next/link";

import { scrollIntoRow } from "./scroll-into-row";
import { StateLink } from "./state-link";

type Tab = { name: string; href: string; isHere: boolean };

/**
 * Tabs as a row of links, which scrolls if it is wider than the page. Without `scroll` the page keeps its position when
 * a tab is opened or shown.
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
  const TabLink = scroll ? Link : StateLink;
  return (
    <nav aria-label={label} className="-mb-px overflow-x-auto">
      <ul className="flex gap-5">
        {tabs.map(({ name, href, isHere }) => (
          <li key={name}>
            <TabLink
              href={href}
              ref={isHere && scroll ? scrollIntoRow : undefined}
              aria-current={isHere ? "page" : undefined}
              className="text-muted hover:text-ink aria-[current=page]:border-tide aria-[current=page]:text-ink block border-b-2 border-transparent py-2 font-medium"
            >
              {name}
            </TabLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
