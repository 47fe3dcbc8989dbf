import type { z } from "zod";

import type { Actor } from "@/lib/auth/actor";
import { authenticate } from "@/lib/auth/authenticate";
import { authorise, type ContextOf } from "@/lib/auth/authorise";
import type { Reach } from "@/lib/auth/callers/caller";
import { onBehalfOf } from "@/lib/concurrency/on-behalf-of";
import { isId } from "@/lib/contract/common";
import { LIMITS } from "@/lib/contract/limits";
import { maxBodyBytes, type Operation } from "@/lib/contract/operation";
import type { Problem } from "@/lib/contract/problems";
import { AppError, InvalidInput } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { services, type Services } from "@/lib/services";
import type { Span, SpanStart } from "@/lib/tracing/tracing";

import { cutWhenIncomplete } from "./cut-when-incomplete";
import { holdOpen } from "./hold-open";
import { parse, readJson, readQuery } from "./input";
import { knownCaller } from "./known-caller";
import { readForm, toOauthProblem } from "./oauth";
import { addressKey, callerAddress } from "./peer";
import { codeOf, toProblem } from "./problem";
import { limitRate } from "./rate-limit";
import { isOwnOrigin } from "./same-origin";
import { isEventStream } from "./sse";

type PathParams = Record<string, string>;
type RouteArgs = { params: Promise<PathParams> };
type Body<Op> = Op extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;

/** What a route passes to its verb: the caller's context, validated input and response headers. */
export type Args<Op extends Operation> = {
  ctx: ContextOf<Op["access"]>;
  params: z.output<Op["params"]>;
  query: z.output<Op["query"]>;
  body: Body<Op>;
  request: Request;
  reply: { headers: Headers; status: number };
};

export type RouteHandler = ((request: Request, route: RouteArgs) => Promise<Response>) & {
  operation: Operation;
};

/**
 * Turns an operation into a route handler: authenticate, count, authorise, validate, take a slot if something
 * stays open, run, respond. Uses only web platform types, so any server can serve it.
 */
export function handle<Op extends Operation>(
  op: Op,
  run: (args: Args<Op>) => Promise<z.input<Op["result"]> | Response>,
): RouteHandler {
  const respond = async (
    request: Request,
    route: RouteArgs,
    requestId: string,
    span: Span,
  ): Promise<Response> => {
    const reply = { headers: new Headers({ "x-request-id": requestId }), status: op.status };
    let caller: Actor | undefined;
    const { metrics } = services();
    const begun = performance.now();
    const answered = (response: Response): Response => {
      metrics.request(op.id, op.method, response.status, (performance.now() - begun) / 1_000);
      span.set("http.response.status_code", response.status);
      if (response.status >= 500) span.fail(String(response.status));
      if (caller?.type === "key") countKeyRequest(caller.id, response);
      return response;
    };
    try {
      const pathParams = await route.params;
      const scoped = await admit(op, request, requestId, pathParams, reply.headers, (actor) => {
        caller = actor;
      });
      const input = await readInput(op, request, pathParams);
      const work = async () => {
        const result = await run({ ctx: scoped, ...input, request, reply } as Args<Op>);
        return withHeaders(toResponse(op, result, reply.status), reply.headers);
      };
      const asker = askerOf(scoped);
      const response = await holdOpen(op, scoped, request, input.query, () =>
        onBehalfOf(asker, work),
      );
      const isStream = op.bytes === "response" || op.bytes === "lines" || isEventStream(response);
      if (!isStream) return answered(response);
      if (request.method === "HEAD") return answered(await withoutBody(response));
      return answered(onBehalfOf(asker, () => cutWhenIncomplete(response, request, requestId)));
    } catch (error) {
      // The unread rest of a refused body would be parsed as the next request of this connection.
      if (request.body !== null && (!request.bodyUsed || isCutShort(error)))
        reply.headers.set("connection", "close");
      metrics.refusal(codeOf(error));
      span.set("tidemark.error", codeOf(error));
      const problem = toProblem(error, requestId);
      return answered(
        withHeaders(op.oauth ? await toOauthProblem(problem) : problem, reply.headers),
      );
    }
  };
  const handler = (request: Request, route: RouteArgs): Promise<Response> => {
    const requestId = newId("req");
    const started = startOfSpan(op, requestId);
    return services().tracing.span(started, (span) => respond(request, route, requestId, span));
  };
  return Object.assign(handler, { operation: op });
}

/** The route as it is declared: the path of a request has names of customers in it. */
const startOfSpan = ({ id, method, path }: Operation, requestId: string): SpanStart => ({
  name: `${method} ${path}`,
  kind: "server",
  attributes: {
    "http.request.method": method,
    "http.route": path,
    "tidemark.operation": id,
    "tidemark.request_id": requestId,
  },
});

function countKeyRequest(id: string, { status }: Response): void {
  services().keyRequests.add(id, { requests: 1, failed: status < 400 ? 0 : 1 });
}

const isCutShort = (error: unknown) =>
  error instanceof AppError && error.code === "incomplete_body";

/** What HEAD is sent: Node would read the whole body, as fast as it can, and throw it away. */
async function withoutBody({ body, status, headers }: Response): Promise<Response> {
  await body?.cancel();
  return new Response(null, { status, headers });
}

/** Whose share of the connections a request takes from. */
const askerOf = (ctx: { address: string; actor?: Actor; orgId?: string }): string =>
  ctx.orgId ?? ctx.actor?.credential ?? ctx.address;

/** Authenticates, counts the request (per credential, else per address) and authorises it. */
async function admit(
  op: Operation,
  request: Request,
  requestId: string,
  params: PathParams,
  headers: Headers,
  identified: (actor: Actor) => void,
) {
  const shared = services();
  const address = callerAddress(request, shared.settings.trustedProxies);
  // A response to an unauthenticated POST may contain a credential.
  if (op.method !== "GET") headers.set("cache-control", "no-store");
  const limitStranger = () =>
    limitRate(shared.rateLimits, "anonymous", addressKey(address), headers);
  if (op.access.scope === "anyone") {
    if (op.rate !== "exempt") await limitStranger();
    return { address, requestId, services: shared };
  }
  headers.set("cache-control", "no-store");
  const { actor, reach } =
    knownCaller(request, params) ?? (await identify(shared, op, request, params, limitStranger));
  identified(actor);
  const limit = op.rate === "files" ? "files" : "management";
  const orgId = organisationOf(actor, reach, params);
  await limitRate(shared.rateLimits, limit, actor.credential, headers, orgId);
  if (actor.type === "mount") shared.mountActivity.seen(actor.id, { address });
  const ctx = { actor, address, requestId, services: shared };
  return authorise(ctx, op.access, params, reach, isOwnOrigin(request, shared.settings.appUrl));
}

/** The organisation whose limit a request counts against too; never one the caller does not belong to. */
function organisationOf(actor: Actor, reach: Reach, { org_id: orgId }: PathParams): string | null {
  if (actor.type !== "user") return actor.orgId;
  return reach.inside && orgId !== undefined ? orgId : null;
}

async function identify(
  shared: Services,
  op: Operation,
  request: Request,
  { org_id: orgId = "", fs_id: fsId = "" }: PathParams,
  limitStranger: () => Promise<void>,
) {
  const named = {
    orgId: isId("org", orgId) ? orgId : null,
    filesystemId: isId("fs", fsId) ? fsId : null,
  };
  try {
    return await authenticate(request, shared, op.access, named);
  } catch (error) {
    // Guesses count by address, so that no one can try keys at a customer's rate.
    if (error instanceof AppError) await limitStranger();
    throw error;
  }
}

async function readInput(op: Operation, request: Request, pathParams: Record<string, string>) {
  const fields = op.body === undefined ? undefined : await readBody(op, request);
  const problems: Problem[] = [];
  const take = <T extends z.ZodType>(
    schema: T,
    value: unknown,
    part: "path" | "query" | "body",
  ) => {
    const parsed = parse(schema, value, part);
    if (parsed.ok) return parsed.data;
    problems.push(...parsed.problems);
    return undefined;
  };
  const params = take(op.params, pathParams, "path");
  const query = take(op.query, readQuery(request.url, op.lists), "query");
  const body = op.body === undefined ? undefined : take(op.body, fields, "body");
  if (problems.length > 0) throw new InvalidInput(problems.slice(0, LIMITS.problems));
  return { params, query, body };
}

const readBody = (op: Operation, request: Request) =>
  op.oauth
    ? readForm(request, maxBodyBytes(op))
    : readJson(request, maxBodyBytes(op), op.mediaType);

// A result that violates its schema is our bug: a 500, not the caller's error.
function toResponse(op: Operation, result: unknown, status: number): Response {
  if (result instanceof Response) return result;
  if (status === 204) return new Response(null, { status });
  return Response.json(op.result.parse(result), { status });
}

function withHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of headers) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}
