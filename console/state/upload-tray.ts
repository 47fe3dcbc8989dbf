// Whether the tray of uploads is on the page: every page asks, so this is apart from the uploads themselves.
let isShown = false;
const listeners = new Set<() => void>();

/** Shows or hides the tray. */
export function showUploads(shown: boolean): void {
  isShown = shown;
  for (const listener of listeners) listener();
}

export const areUploadsShown = (): boolean => isShown;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
