import type { Node } from "./model";
import type { Prepared } from "./operations";

/** An operation of one kind, or of some. */
export type Op<K extends Prepared["op"]["kind"]> = Extract<Prepared["op"], { kind: K }>;

/**
 * The expected result of a mutation: success with the returned node, or one of the refusals that
 * apply.
 */
export type Outcome =
  | { ok: true; status: number; node: Node | null }
  | { ok: false; why: string[] };

/** A mutation that was made. */
export const done = (status: number, node: Node | null): Outcome => ({ ok: true, status, node });

/** The canonical spelling of a path (spec 5.6). */
export const normal = (path: string) => `/${path.split("/").filter(Boolean).join("/")}`;
