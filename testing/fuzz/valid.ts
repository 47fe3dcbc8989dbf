import type { AccessFixture } from "@/testing/access/fixture";
import { PEOPLE_REQUESTS } from "@/testing/access/people-requests";
import { type Made, REQUESTS } from "@/testing/access/requests";

import { malformFields, malformedBody, encodeBody } from "./body";
import { rightCaller } from "./callers";
import type { DocumentedOperation } from "./document";
import type { FuzzRequest } from "./generate";
import { conditions, makeHeaders } from "./headers";
import { encode, encodePairs, hostileText, type Source } from "./values";

const MAKERS = { ...REQUESTS, ...PEOPLE_REQUESTS };

/**
 * A valid request for the operation, built by the access matrix with a live code, token or target,
 * or a slightly malformed version of it. It never targets records that the fixture depends on.
 */
export async function validRequest(
  source: Source,
  fixture: AccessFixture,
  op: DocumentedOperation,
  malformed: boolean,
): Promise<FuzzRequest> {
  const { random } = source;
  const caller = rightCaller(random, fixture, op);
  const made: Made = (await MAKERS[op.id]?.(fixture, caller)) ?? {};
  const strays = malformed && random.chance(8);
  const query = made.query ?? {};
  const pairs = encodePairs(malformed ? malformFields(source, query) : query);
  const path = pathOf(source, fixture, op, made.params ?? {}, strays);
  return {
    op,
    method: op.method,
    target: pairs.length === 0 ? path : `${path}?${pairs.join("&")}`,
    headers: {
      ...makeHeaders(source, fixture, op, { headers: made.headers ?? caller.headers }, malformed),
      ...(malformed ? conditions(source, op) : {}),
    },
    body: op.method === "GET" ? null : bodyOf(source, op, made.body, malformed),
    strays,
  };
}

/** The path with the ids that the request was built for; if it strays, some are not ids at all. */
function pathOf(
  source: Source,
  { orgId, fsId }: AccessFixture,
  op: DocumentedOperation,
  params: Record<string, string>,
  strays: boolean,
): string {
  const ids: Record<string, string> = { org_id: orgId, fs_id: fsId, ...params };
  return op.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    strays && source.random.chance(50)
      ? encode(hostileText(source, name)).slice(0, 3000)
      : (ids[name] ?? "none"),
  );
}

function bodyOf(
  source: Source,
  { body }: DocumentedOperation,
  made: Made["body"],
  malformed: boolean,
): Buffer | null {
  if (typeof made === "string") return Buffer.from(made);
  if (body === null || made === undefined) return null;
  return malformed ? malformedBody(source, body.type, { ...made }) : encodeBody(body.type, made);
}
