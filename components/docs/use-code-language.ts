import { useSyncExternalStore } from "react";

import { storeChoice } from "@/components/ui/choose-theme";
import { CODE_LANGUAGE_COOKIE, type CodeLanguage } from "@/console/state/code-language";

// Pages that were rendered before the choice show it too.
let chosen: CodeLanguage | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(language: CodeLanguage): void {
  chosen = language;
  storeChoice(CODE_LANGUAGE_COOKIE, language, "/docs");
  for (const listener of listeners) listener();
}

/**
 * The language of all code of the reference, on this page and the next ones.
 * @param rendered the one that the server rendered the page with
 */
export function useCodeLanguage(rendered: CodeLanguage) {
  const language = useSyncExternalStore(
    subscribe,
    () => chosen ?? rendered,
    () => rendered,
  );
  return [language, choose] as const;
}
