import { Link } from "@/components/ui/link";

import { StateLink } from "./state-link";

type Tab = { name: string; href: string; isHere: boolean };

// Where only some of the tabs fit, the current one is among them, after a part of the one before.
function reveal(tab: HTMLElement | null) {
  const list = tab?.parentElement;
  if (tab === null || !list) return undefined;
  // Its first report is at once, others are of a window that was made narrower.
  const observer = new ResizeObserver(() => (list.scrollLeft = tab.offsetLeft - 48));
  observer.observe(list);
  return () => observer.disconnect();
}

/**
 * Tabs as links, in one row that is swiped where the page is narrow. Without `scroll` the page keeps its position when a
 * tab is opened.
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
      <ul className="max-sm:swiped relative flex flex-wrap gap-x-5">
        {tabs.map(({ name, href, isHere }) => (
          <li key={name} ref={isHere ? reveal : undefined}>
            <TabLink
              href={href}
              aria-current={isHere ? "page" : undefined}
              className="text-muted hover:text-ink aria-[current=page]:border-tide aria-[current=page]:text-ink block border-b-2 border-transparent py-2 font-medium max-sm:-outline-offset-2 pointer-coarse:py-2.5"
            >
              {name}
            </TabLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
