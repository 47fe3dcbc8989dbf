import { z } from "zod";

import { sleepEnd } from "./duration";
import { BadRequestError } from "./events";

const operation = z.looseObject({
  op: z.string(),
  id: z.string().min(1).max(255),
  name: z.string().nullish(),
  displayName: z.string().nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
});
const operations = z.union([z.array(operation), operation.transform((one) => [one])]);

/** One operation of a response; times in milliseconds since 1970. */
export type Operation =
  | { kind: "result"; id: string; data: unknown }
  | { kind: "retry"; id: string; error: unknown }
  | { kind: "failed"; id: string; error: unknown }
  | { kind: "planned"; id: string }
  | { kind: "sleep"; id: string; until: number }
  | { kind: "complete" }
  | { kind: "discover" }
  | { kind: "unsupported"; what: string };

/** Reads the body of a 206 response (spec 11.7); null if it is not a list of operations. */
export function readOperations(body: unknown, now: number): Operation[] | null {
  const parsed = operations.safeParse(body);
  return parsed.success ? parsed.data.map((one) => readOperation(one, now)) : null;
}

const checkpoint = z.looseObject({ qi_id: z.string(), steps: z.array(operation) });

/** Reads the body of a checkpoint: the id of its call and what that has done. @throws BadRequestError */
export function readCheckpoint(
  body: unknown,
  now: number,
): { id: string; operations: Operation[] } {
  const { success, data } = checkpoint.safeParse(body);
  if (!success) throw new BadRequestError("the body is not a checkpoint");
  return { id: data.qi_id, operations: data.steps.map((one) => readOperation(one, now)) };
}

function readOperation(one: z.infer<typeof operation>, now: number): Operation {
  const { id } = one;
  switch (one.op) {
    case "StepRun":
    case "Step":
      return { kind: "result", id, data: one.data ?? null };
    case "StepError":
      return { kind: "retry", id, error: one.error };
    case "StepFailed":
      return { kind: "failed", id, error: one.error };
    case "StepPlanned":
      return { kind: "planned", id };
    case "Sleep": {
      const until = sleepEnd(one.name ?? "", now);
      return until === null
        ? { kind: "unsupported", what: "a sleep of unreadable length" }
        : { kind: "sleep", id, until };
    }
    case "RunComplete":
      return { kind: "complete" };
    case "DiscoveryRequest":
      return { kind: "discover" };
    default:
      return { kind: "unsupported", what: `operation ${one.op}` };
  }
}
