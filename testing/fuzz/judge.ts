import { ERRORS } from "@/lib/contract/errors";
import { ERROR_CODES, limitOf } from "@/lib/contract/limit-codes";
import { PROBLEM_TYPES } from "@/lib/contract/problems";

import type { Document } from "./document";
import type { FuzzRequest } from "./generate";
import { MARKER } from "./hostile";
import { problemsOf } from "./schema";

export type FuzzResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** For a stream, only its first event. */
  text: string;
  /** The body was an endless stream of events. */
  streamed: boolean;
};

const INSIDES =
  /\bat .+:\d+:\d+|node_modules|Prisma|SELECT |INSERT |Zod|SyntaxError|TypeError|invocation|\/work\//;

// A valid event: one line per field, data that is one JSON object, and an empty line; or a comment.
const FRAMES = /^(?:(?:(?:id: \S+\n)?event: \w+\ndata: \{.*\}|:.*|retry: \d+)\n\n)*$/;

/** What is wrong with a response, whatever the request (spec 1.9, 2.1, 2.2); empty if nothing. */
export function judge(document: Document, request: FuzzRequest, response: FuzzResponse): string[] {
  const { status, headers, text } = response;
  const problems: string[] = [];
  const requestId = headers["x-request-id"];
  if (status >= 500) problems.push(`status ${status}`);
  if (!/^req_[0-9a-z]{26}$/.test(String(requestId))) problems.push("no X-Request-Id");
  if (status >= 400) {
    if (INSIDES.test(text)) problems.push("exposes internals");
    if (`${text}${JSON.stringify(headers)}`.includes(MARKER)) problems.push("echoes the input");
    if (request.method !== "HEAD") problems.push(...errorProblems(status, String(requestId), text));
  }
  if (response.streamed && !FRAMES.test(text)) problems.push("a malformed event");
  if (!request.strays) problems.push(...documentProblems(document, request, response));
  return problems;
}

function errorProblems(status: number, requestId: string, text: string): string[] {
  const body = parse(text);
  if (body === undefined) return ["an error body that is not JSON"];
  const { detail, code, request_id } = body;
  if (status !== 422) {
    const known = ERROR_CODES.find((name) => name === detail?.code);
    if (known === undefined || ERRORS[known].status !== status)
      return [`code ${detail?.code} with status ${status}`];
    if (typeof detail.message !== "string") return ["no error message"];
    if (limitOf(known) !== null && typeof detail.limit !== "number") return ["no limit"];
    return detail.request_id === requestId ? [] : ["a request id that differs from the header"];
  }
  const types: readonly string[] = PROBLEM_TYPES;
  const isProblem = (item: Record<string, unknown>) =>
    Array.isArray(item["loc"]) &&
    typeof item["msg"] === "string" &&
    types.includes(String(item["type"]));
  if (
    code !== "validation_error" ||
    !Array.isArray(detail) ||
    detail.length === 0 ||
    !detail.every(isProblem)
  )
    return ["a validation error of the wrong shape"];
  return request_id === requestId ? [] : ["a request id that differs from the header"];
}

function documentProblems(
  document: Document,
  { op, method }: FuzzRequest,
  response: FuzzResponse,
): string[] {
  const schema = op.responseSchemas.get(response.status);
  if (schema === undefined) return [`status ${response.status} is not documented`];
  if (schema === null || method === "HEAD" || response.streamed) return [];
  const body = parse(response.text);
  if (body === undefined) return ["a body that is not JSON although documented as such"];
  return problemsOf(schema, body, document).map((problem) => `body${problem}`);
}

// oxlint-disable-next-line typescript/no-explicit-any -- responses are inspected field by field
function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
