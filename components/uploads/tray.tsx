"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { useState, useSyncExternalStore } from "react";

import { Button } from "@/components/ui/button";
import { useAskToStay } from "@/components/ui/use-ask-to-stay";
import { useWide } from "@/components/ui/use-wide";
import type { Upload } from "@/console/state/send-files";
import { cancel, readUploads, retry, subscribe } from "@/console/state/uploads";
import { uploadText as text } from "@/console/text/uploads";

import { Bar } from "./bar";
import { UploadRow } from "./upload-row";

// Of the rest the number is shown.
const MAX_LISTED = 100;
const ORDER = { exists: 0, failed: 1, sending: 2, waiting: 3 };

/** The uploads that are not done, with their progress and what can be done about each. */
export function Tray() {
  const { list, done, doneBytes, isWaiting } = useSyncExternalStore(
    subscribe,
    readUploads,
    readUploads,
  );
  // On a phone it would cover the page.
  const isWide = useWide();
  const [isOpen = isWide, setOpen] = useState<boolean>();
  const isActive = list.some(({ state }) => state === "sending" || state === "waiting");
  useAskToStay(isActive);
  if (list.length === 0) return null;
  const total = doneBytes + list.reduce((sum, { size }) => sum + size, 0);
  const sent = doneBytes + list.reduce((sum, upload) => sum + upload.sent, 0);
  const listed = list.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]).slice(0, MAX_LISTED);
  const Arrow = isOpen ? ChevronDown : ChevronUp;
  return (
    <section
      aria-label={text.title}
      className="border-line bg-sheet shadow-card rounded-card fixed right-4 bottom-4 left-4 z-20 flex max-h-[60dvh] flex-col border sm:left-auto sm:w-96"
    >
      <div className="flex items-center gap-3 px-4 py-2.5">
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <p className="truncate text-sm font-medium tabular-nums">
            {isActive ? text.progress(done, done + list.length, sent, total) : text.attention}
          </p>
          <output className="text-warn text-sm empty:hidden">
            {isActive && isWaiting ? text.waiting : null}
          </output>
          {isActive && <Bar label={text.all} share={total === 0 ? 1 : sent / total} />}
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={text.list}
          className="text-muted hover:bg-well rounded-control p-1.5"
          onClick={() => setOpen(!isOpen)}
        >
          <Arrow aria-hidden className="size-4" />
        </button>
      </div>
      {isOpen && (
        <>
          {list.some(({ state }) => state === "exists") && (
            <p className="text-muted px-4 pb-2.5 text-sm">{text.replaceLoses}</p>
          )}
          <ForAll list={list} />
          <ul className="divide-line border-line divide-y overflow-y-auto border-t">
            {listed.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
          {list.length > listed.length && (
            <p className="text-muted border-line border-t px-4 py-2 text-sm">
              {text.more(list.length - listed.length)}
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** The choices for all files that exist or failed, where there are several. */
function ForAll({ list }: { list: readonly Upload[] }) {
  const idsOf = (state: Upload["state"]) =>
    list.filter((upload) => upload.state === state).map(({ id }) => id);
  const existing = idsOf("exists");
  const failed = idsOf("failed");
  const actions = [
    ...(existing.length > 1
      ? ([
          [text.replaceAll(existing.length), () => retry(existing, "replace"), "danger"],
          [text.keepAll, () => retry(existing, "keepBoth")],
          [text.skipAll, () => cancel(existing)],
        ] as const)
      : []),
    ...(failed.length > 1 ? ([[text.retryAll(failed.length), () => retry(failed)]] as const) : []),
    ...(list.length > 1
      ? ([[text.cancelAll, () => cancel(list.map(({ id }) => id))]] as const)
      : []),
  ];
  if (actions.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 px-4 pb-2.5">
      {actions.map(([name, run, variant]) => (
        <Button key={name} variant={variant ?? "secondary"} size="sm" onClick={run}>
          {name}
        </Button>
      ))}
    </div>
  );
}
