import type { Document, DocumentedOperation } from "./document";
import type { FuzzRequest } from "./generate";
import { type FuzzResponse, judge } from "./judge";

/** The record of a run. */
export type Ledger = {
  /** Checks a response and records what is wrong with it. */
  enter(request: FuzzRequest, response: FuzzResponse): void;
  /** Every kind of fault once, with the first request that caused it; empty if there is none. */
  faults(): string;
  /** The operations that never succeeded. */
  unreached(operations: readonly DocumentedOperation[]): string[];
  /** A one-line count of responses by status. */
  summary(): string;
};

/** Returns an empty record. */
export function createLedger(document: Document): Ledger {
  const faults = new Map<string, string>();
  const succeeded = new Set<string>();
  const statuses = new Map<number, number>();
  return {
    enter(request, response) {
      const { status } = response;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status < 300 && !request.strays) succeeded.add(request.op.id);
      for (const problem of judge(document, request, response)) {
        const fault = `${request.op.id}: ${problem}`;
        if (!faults.has(fault)) faults.set(fault, show(request, response));
      }
    },
    faults: () => [...faults].map(([fault, example]) => `${fault}\n${example}`).join("\n\n"),
    unreached: (operations) => operations.map(({ id }) => id).filter((id) => !succeeded.has(id)),
    summary: () =>
      [...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, n]) => `${status} × ${n}`)
        .join(", "),
  };
}

const short = (text: string) => text.slice(0, 500);

function show({ method, target, headers, body }: FuzzRequest, { status, text }: FuzzResponse) {
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 40)}`);
  return `${method} ${short(target)}\n${short(JSON.stringify(shown))}\n${short(JSON.stringify(body?.toString() ?? null))}\n→ ${status} ${short(text)}`;
}
