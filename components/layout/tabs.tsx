import Link from "next/link";

import { StateLink } from "./state-link";

type Tab = { name: string; href: string; isHere: boolean };

/**
 * Tabs as links, in several rows where the page is narrow. Without `scroll` the page keeps its position when a tab is
 * opened.
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
    <nav aria-label={label} className="-mb-px">
      <ul className="flex flex-wrap gap-x-5">
        {tabs.map(({ name, href, isHere }) => (
          <li key={name}>
            <TabLink
              href={href}
              aria-current={isHere ? "page" : undefined}
              className="text-muted hover:text-ink aria-[current=page]:border-tide aria-[current=page]:text-ink block border-b-2 border-transparent py-2 font-medium pointer-coarse:py-2.5"
            >
              {name}
            </TabLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
