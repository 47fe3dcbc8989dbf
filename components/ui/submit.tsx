"use client";

import { type ComponentProps, useSyncExternalStore } from "react";

import { Button } from "./button";

const subscribe = () => () => undefined;

/**
 * The submit button of a form. It is disabled until the page's script runs: without it the browser would
 * put the fields, including a password, into the URL.
 */
export function Submit({ disabled = false, children, ...props }: ComponentProps<typeof Button>) {
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  // Hydration is usually too short to notice, so don't show it as disabled.
  const waiting = "disabled:cursor-progress! disabled:opacity-100!";
  return (
    <Button {...props} asChild>
      <button
        type="submit"
        disabled={disabled || !isHydrated}
        className={isHydrated ? undefined : waiting}
      >
        {children}
      </button>
    </Button>
  );
}
