"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

import { Button } from "./button";

const SHOWN_MS = 2_000;

/** Puts a text on the clipboard and says so for a moment. `label` names it: "Copy the key". */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    const timer = state === "idle" ? undefined : setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  return (
    <Button variant="secondary" size="sm" aria-label={label} onClick={copy}>
      {state === "copied" ? <Check aria-hidden className="text-good" /> : <Copy aria-hidden />}
      <span aria-live="polite">
        {{ idle: "Copy", copied: "Copied", refused: "Not allowed" }[state]}
      </span>
    </Button>
  );
}
