"use client";

import { useQuery } from "@tanstack/react-query";

import { Card } from "@/components/ui/card";
import { readyQuery } from "@/console/queries/service";

const PARTS = [
  ["database", "Database"],
  ["queue", "Delivery queue"],
  ["blob_store", "File contents"],
] as const;

/** The parts of the service and whether each can be used right now. */
export function ServiceStatus() {
  const { data, isError, isPending } = useQuery(readyQuery);
  return (
    <Card title="Service">
      <ul aria-live="polite" aria-busy={isPending} className="py-1.5">
        {PARTS.map(([key, name]) => (
          <li key={key} className="flex items-center justify-between px-5 py-1.5">
            <span>{name}</span>
            <State state={isError ? "failing" : data?.[key]} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function State({ state }: { state: "ok" | "failing" | undefined }) {
  if (state === undefined) return <span className="text-muted">Looking…</span>;
  const ok = state === "ok";
  return (
    <span className={`flex items-center gap-2 font-medium ${ok ? "text-good" : "text-bad"}`}>
      <span aria-hidden className="size-2 rounded-full bg-current" />
      {ok ? "Working" : "Not reachable"}
    </span>
  );
}
