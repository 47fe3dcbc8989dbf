"use client";

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";

import { text } from "@/console/text/ui";

import { toast } from "./toasts";

const RETRY_MS = 2_000;

/** Reports code that could not be loaded, as in an outage or after a release. */
export const toastNotLoaded = () => toast(text.notLoaded);

/** A component that is loaded on first use; `preload` loads it before it is shown. */
export type LazyComponent<Props> = ComponentType<Props> & { preload(): Promise<unknown> };

/**
 * A component that is loaded when it is first shown, for dialogs, menus and drawers. Unlike `React.lazy`
 * it doesn't break the page when loading fails: it shows a toast and retries. What can be closed is closed instead, or
 * it would open by itself later and take the focus.
 * @param load imports it
 * @param fallback shown until then
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const preload = async () => (loaded = await load());
  function Lazy(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const close = useEffectEvent(() => {
      if (!("onClose" in props) || typeof props.onClose !== "function") return false;
      props.onClose();
      return true;
    });
    useEffect(() => {
      if (Component !== null) return undefined;
      let isUnmounted = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = (component: ComponentType<Props>) => {
        if (!isUnmounted) setComponent(() => component);
      };
      const attempt = () => preload().then(show, retryLater);
      const retryLater = () => {
        if (isUnmounted) return;
        if (close()) return toastNotLoaded();
        if (timer === undefined) toast(text.notLoadedYet);
        timer = setTimeout(() => void attempt(), RETRY_MS);
      };
      void attempt();
      return () => {
        isUnmounted = true;
        clearTimeout(timer);
      };
    }, [Component]);
    return Component === null ? fallback : <Component {...props} />;
  }
  return Object.assign(Lazy, { preload });
}

/**
 * Loads components as soon as the pointer or the focus reaches the button that opens them, or what is typed right after
 * the click would be lost.
 * @returns properties for the button
 */
export function whenNear(...components: readonly { preload(): Promise<unknown> }[]) {
  const preload = () =>
    void Promise.all(components.map((each) => each.preload())).catch(() => null);
  return { onPointerEnter: preload, onFocus: preload };
}
