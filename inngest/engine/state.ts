import { z } from "zod";

const pending = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("step"), id: z.string(), attempt: z.number(), at: z.number() }),
  z.object({ kind: z.literal("sleep"), id: z.string(), at: z.number() }),
]);
const schema = z.object({
  discover: z.object({ attempt: z.number(), at: z.number() }).nullable(),
  pending: z.array(pending),
});

/**
 * What a run waits for. `discover` is the next call of the function as a whole, `pending` are the
 * planned steps and sleeps of a response; `at` is when each is due, in milliseconds since 1970.
 */
export type RunState = z.infer<typeof schema>;

/** The state of a new run that starts at `at`. */
export function freshState(at: number): RunState {
  return { discover: { attempt: 0, at }, pending: [] };
}

/** The stored text of a state. */
export function writeState(state: RunState): string {
  return JSON.stringify(state);
}

/** Parses the text of `writeState`. @throws ZodError for any other text. */
export function readState(text: string): RunState {
  return schema.parse(JSON.parse(text));
}

/** When the run is due next, in milliseconds since 1970. */
export function nextAt(state: RunState): number {
  const steps = state.pending.some((p) => p.kind === "step");
  const times = state.pending.map((p) => p.at);
  if (state.discover !== null && !steps) times.push(state.discover.at);
  return Math.min(...times);
}
