"use client";

import { type ComponentProps, useSyncExternalStore } from "react";

import { Button } from "./button";

const subscribe = () => () => undefined;

/**
 * The button that sends its form. Until the page's script runs it is off: the browser by itself would put what stands in
 * the fields, a password too, into the address.
 */
export function Submit({ disabled = false, children, ...props }: ComponentProps<typeof Button>) {
  const runs = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  // A moment that most never notice should not look like a refusal.
  const waiting = "disabled:cursor-progress! disabled:opacity-100!";
  return (
    <Button {...props} asChild>
      <button type="submit" disabled={disabled || !runs} className={runs ? undefined : waiting}>
        {children}
      </button>
    </Button>
  );
}
