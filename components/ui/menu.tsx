"use client";

import {
  cloneElement,
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  use,
  useState,
} from "react";

import { sayNotLoaded } from "./lazy-with-retry";
import type * as MenuParts from "./menu-parts";

type Parts = typeof MenuParts;

// Menus are most of what a page could weigh, and few are opened: they come when one reaches for the first.
const load = () => import("./menu-parts");

const Loaded = createContext<Parts | null>(null);

function useParts(): Parts {
  const loaded = use(Loaded);
  if (loaded === null) throw new Error("outside a menu");
  return loaded;
}

type MenuProps = MenuParts.OpenedProps & {
  /** Its items, where their code comes later: an empty menu would take the focus and not pass it on. */
  items?: { fetch(): Promise<unknown> };
};

/** What can be done or gone to, below the button that opens it, and beside it in the document: a part of its landmark. */
export function Menu({ items, ...props }: MenuProps) {
  const [loaded, setLoaded] = useState<Parts | null>(null);
  if (loaded !== null)
    return (
      <Loaded value={loaded}>
        <loaded.Opened {...props} />
      </Loaded>
    );
  const loadAll = async () => (await Promise.all([load(), items?.fetch()]))[0];
  const open = () => void loadAll().then(setLoaded, sayNotLoaded);
  const reach = () => void loadAll().catch(() => null);
  return cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: open,
    onPointerEnter: reach,
    onFocus: reach,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      open();
    },
  });
}

/** One thing to do; with `asChild` the link inside is the item. */
export function MenuItem(props: ComponentProps<Parts["Item"]>) {
  const { Item } = useParts();
  return <Item {...props} />;
}

/** A line between items of different kinds. */
export function MenuSeparator() {
  const { Separator } = useParts();
  return <Separator />;
}

/** One of several, with the chosen one ticked. */
export function MenuChoice(props: MenuParts.ChoiceProps) {
  const { Choice } = useParts();
  return <Choice {...props} />;
}
