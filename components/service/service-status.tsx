"use client";

import { useQuery } from "@tanstack/react-query";

import { Card } from "@/components/ui/card";
import { readyQuery } from "@/console/queries/service";
import { text } from "@/console/text/service";

const PARTS = ["database", "queue", "blob_store"] as const;

/** The current status of each part of the service, and of all of them. */
export function ServiceStatus({ title }: { title: string }) {
  const { data, isError, isPending } = useQuery(readyQuery);
  const isWell = !isError && PARTS.every((part) => data?.[part] === "ok");
  return (
    <Card
      title={title}
      description={isPending ? text.checking : isWell ? text.allWorking : text.someFailing}
    >
      <ul aria-live="polite" aria-busy={isPending} className="py-1.5">
        {PARTS.map((part) => (
          <li key={part} className="flex items-center justify-between px-5 py-1.5">
            <span>{text.parts[part]}</span>
            <State state={isError ? "failing" : data?.[part]} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function State({ state }: { state: "ok" | "failing" | undefined }) {
  if (state === undefined) return <span className="text-muted">{text.checking}</span>;
  const ok = state === "ok";
  return (
    <span className={`flex items-center gap-2 font-medium ${ok ? "text-good" : "text-bad"}`}>
      <span aria-hidden className="size-2 rounded-full bg-current" />
      {ok ? text.working : text.failing}
    </span>
  );
}
