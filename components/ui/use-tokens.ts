"use client";

import { useEffect, useState } from "react";

import type { Token } from "@/console/state/highlight";
import { highlightInWorker } from "@/console/state/in-worker";
import type { Language } from "@/console/state/languages";

/** Code split for colouring: undefined until that is known, null if it can't be. */
export function useTokens(code: string, language: Language): Token[] | null | undefined {
  const [found, setFound] = useState<{ code: string; tokens: Token[] | null }>();
  useEffect(() => {
    const closing = new AbortController();
    void highlightInWorker(code, language, closing.signal).then(
      (tokens) => closing.signal.aborted || setFound({ code, tokens }),
    );
    return () => closing.abort();
  }, [code, language]);
  return found?.code === code ? found.tokens : undefined;
}
