import type { api as contract } from "@/lib/contract/api";
import type { Operation } from "@/lib/contract/operation";

import { asResponse } from "./as-response";

type Contract = typeof contract;

/** What it takes to call an operation. Its schemas are larger than a page may be, so here they are types only. */
type Call<Op extends Operation> = Pick<Op, "method" | "path" | "status"> & {
  [Part in keyof Op & ("params" | "query" | "body" | "result")]?: Op[Part];
};

type Calls<Group extends keyof Contract, Texts> = {
  readonly [
    Verb in keyof Texts & keyof Contract[Group]
  ]: Contract[Group][Verb] extends infer Op extends Operation ? Call<Op> : never;
};

const readCall = (text: string) => {
  const [method, status, path] = text.split(" ");
  return { method, status: Number(status), path: `/api/v1${path}` };
};

/** A group of the public API as the console calls it, by the names of the contract. */
export const toCalls = <
  Group extends keyof Contract,
  Texts extends Readonly<Record<string, string>>,
>(
  texts: Texts,
) =>
  asResponse<Calls<Group, Texts>>(
    Object.fromEntries(Object.entries(texts).map(([verb, text]) => [verb, readCall(text)])),
  );
