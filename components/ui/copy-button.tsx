"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

import { text } from "@/console/text/ui";

import { Button } from "./button";
import { toast } from "./toasts";

const SHOWN_MS = 2_000;

/** Copies a value to the clipboard and confirms it briefly. */
export function CopyButton({ text: value, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState<boolean>();
  useEffect(() => {
    const timer =
      isCopied === undefined ? undefined : setTimeout(() => setCopied(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const isDone = await copyText(value);
    setCopied(isDone);
    // A phone shows the button's icon only.
    if (!isDone) toast(text.copyFailed);
  };
  const outcome = isCopied ? text.copied : text.copyFailed;
  return (
    <Button variant="secondary" size="sm" aria-label={label} onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden className="text-good" /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied === undefined ? text.copy : outcome}</span>
    </Button>
  );
}

/** Copies a text. @returns whether it could: browsers have no clipboard for pages that come over http */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return false;
  }
}
