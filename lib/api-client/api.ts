import type { api as contract } from "@/lib/contract/api";
import type { Operation } from "@/lib/contract/operation";

import { asResponse } from "./as-response";
import { CALLS } from "./calls";

/** What it takes to call an operation. Its schemas are larger than a page may be, so here they are types only. */
type Call<Op extends Operation> = Pick<Op, "method" | "path" | "status"> & {
  [Part in keyof Op & ("params" | "query" | "body" | "result")]?: Op[Part];
};

type Calls = {
  readonly [Group in keyof typeof CALLS]: {
    readonly [Verb in keyof (typeof CALLS)[Group]]: Verb extends keyof (typeof contract)[Group]
      ? (typeof contract)[Group][Verb] extends infer Op extends Operation
        ? Call<Op>
        : never
      : never;
  };
};

const readCall = (text: string) => {
  const [method, status, path] = text.split(" ");
  return { method, status: Number(status), path: `/api/v1${path}` };
};

const readGroup = (group: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(group).map(([verb, text]) => [verb, readCall(text)]));

/** The public API as the console calls it, by the names of the contract. */
export const api = asResponse<Calls>(
  Object.fromEntries(Object.entries(CALLS).map(([name, group]) => [name, readGroup(group)])),
);
