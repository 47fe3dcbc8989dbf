"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";

import type { MessageProps } from "./message-attempts";
import { MessageSummary } from "./message-summary";

const MessageAttempts = lazyWithRetry(
  async () => (await import("./message-attempts")).MessageAttempts,
  <Skeleton className="mx-5 mt-1 mb-4 h-16" />,
);

/** A message of a webhook as a row that opens. */
export function SupportMessage(props: MessageProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="hover:bg-well flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5">
          <ChevronRight
            aria-hidden
            className="text-muted -mr-1 size-4 shrink-0 transition-transform group-open:rotate-90"
          />
          <MessageSummary delivery={props.delivery} />
        </summary>
        {isOpen && <MessageAttempts {...props} />}
      </details>
    </li>
  );
}
