"use client";

import { type ComponentType, type ReactNode, useEffect, useState } from "react";

import { toast } from "./toasts";

const AGAIN_MS = 2_000;

/** Says that a part of the page could not be fetched, as in an outage or after a new release. */
export const sayNotLoaded = () =>
  toast("This could not be loaded. It is asked for again; loading the page anew may help.");

/** A component whose code comes later; `fetch` lets it come before it is shown. */
export type Later<Props> = ComponentType<Props> & { fetch(): Promise<unknown> };

/**
 * A component whose code comes when it is first shown, for what a page does not show at first: dialogs, menus, drawers.
 * Unlike a lazy one of React it does not take the page down when its code cannot be fetched: it says so and asks again.
 * @param load imports it
 * @param meanwhile stands in its place until then
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): Later<Props> {
  let known: ComponentType<Props> | null = null;
  const fetch = async () => (known = await load());
  function Later(props: Props) {
    const [Part, setPart] = useState(() => known);
    useEffect(() => {
      if (Part !== null) return undefined;
      let isLeft = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const take = (part: ComponentType<Props>) => {
        if (!isLeft) setPart(() => part);
      };
      const ask = () => fetch().then(take, askAgain);
      const askAgain = () => {
        if (isLeft) return;
        if (timer === undefined) sayNotLoaded();
        timer = setTimeout(() => void ask(), AGAIN_MS);
      };
      void ask();
      return () => {
        isLeft = true;
        clearTimeout(timer);
      };
    }, [Part]);
    return Part === null ? meanwhile : <Part {...props} />;
  }
  return Object.assign(Later, { fetch });
}
