"use client";

import {
  cloneElement,
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  use,
  useState,
} from "react";

import { toastNotLoaded, whenNear } from "./lazy-with-retry";
import type * as MenuParts from "./menu-parts";

type Parts = typeof MenuParts;

// Menus are heavy and rarely opened, so their code is loaded on hover or focus.
const load = () => import("./menu-parts");

/** What menus are made of, for their items. */
export const Loaded = createContext<Parts | null>(null);

function useParts(): Parts {
  const loaded = use(Loaded);
  if (loaded === null) throw new Error("outside a menu");
  return loaded;
}

type MenuProps = MenuParts.OpenedProps & {
  /** Items that are loaded lazily: an empty menu would take the focus and never pass it on. */
  items?: { preload(): Promise<unknown> };
};

/** A menu below its button, next to it in the document so that it stays in the same landmark. */
export function Menu({ items, ...props }: MenuProps) {
  const [loaded, setLoaded] = useState<Parts | null>(null);
  if (loaded !== null)
    return (
      <Loaded value={loaded}>
        <loaded.Opened {...props} />
      </Loaded>
    );
  const loadAll = async () => (await Promise.all([load(), items?.preload()]))[0];
  const open = () => void loadAll().then(setLoaded, toastNotLoaded);
  return cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: open,
    ...whenNear({ preload: loadAll }),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      open();
    },
  });
}

/** A menu item; with `asChild` the link inside is the item. */
export function MenuItem(props: ComponentProps<Parts["Item"]>) {
  const { Item } = useParts();
  return <Item {...props} />;
}

/** What the items below it are about. */
export function MenuLabel(props: ComponentProps<Parts["Label"]>) {
  const { Label } = useParts();
  return <Label {...props} />;
}

/** A line between groups of items. */
export function MenuSeparator() {
  const { Separator } = useParts();
  return <Separator />;
}

/** A choice of one of several options. */
export function MenuChoice(props: MenuParts.ChoiceProps) {
  const { Choice } = useParts();
  return <Choice {...props} />;
}
