"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

import { text } from "@/console/text/ui";

import { Button } from "./button";
import { toast } from "./toasts";

const SHOWN_MS = 2_000;

/** Copies a value to the clipboard and confirms it briefly. */
export function CopyButton({ text: value, label }: { text: string; label: string }) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    const timer = state === "idle" ? undefined : setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      // Browsers have no clipboard for pages that come over http.
      await navigator.clipboard.writeText(value);
      setState("copied");
    } catch {
      setState("failed");
      // A phone shows the button's icon only.
      toast(text.copyFailed);
    }
  };
  return (
    <Button variant="secondary" size="sm" aria-label={label} onClick={() => void copy()}>
      {state === "copied" ? <Check aria-hidden className="text-good" /> : <Copy aria-hidden />}
      <span aria-live="polite">
        {{ idle: text.copy, copied: text.copied, failed: text.copyFailed }[state]}
      </span>
    </Button>
  );
}
