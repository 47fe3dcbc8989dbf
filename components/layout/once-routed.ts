/** Calls `change` once the router, which must learn of it, has put its own function into the history: just after hydration. */
export function onceRouted(how: "pushState" | "replaceState", change: () => void): void {
  if (Object.hasOwn(window.history, how)) change();
  else setTimeout(() => onceRouted(how, change));
}
