import { expect, test } from "vitest";
import { z } from "zod";

import { RequestError } from "@/lib/api-client/request";

import { explain } from "./explain";

test("every problem of the input is named", () => {
  const problem = { loc: ["body", "name"], msg: "is required", type: "missing" as const };
  const error = new RequestError({
    status: 422,
    code: "validation_error",
    requestId: "req_1",
    problems: [problem, { ...problem, loc: ["body", "mode"] }],
  });
  expect(explain(error)).toEqual({
    code: "validation_error",
    message: "name is required; mode is required.",
    request_id: "req_1",
  });
});

test("another server than ours is recognised", () => {
  const notJson = new SyntaxError("Unexpected token <");
  const notOurs = z.object({ id: z.string() }).safeParse({}).error;
  for (const error of [notJson, notOurs, new RequestError({ status: 502, code: "unknown" })]) {
    expect(explain(error)).toMatchObject({
      code: "unknown",
      message: expect.stringContaining("TIDEMARK_API_URL"),
    });
  }
});

test.each([
  ["webhooks", "Run `tidemark login --scope files:read,files:write,webhooks`, or use an API key"],
  ["keys", "Run `tidemark login --scope files:read,files:write,webhooks,keys`."],
] as const)("a missing scope %s is named, with the command that gives it", (scope, advice) => {
  const refused = new RequestError({ status: 403, code: "insufficient_scope", scope });
  expect(explain(refused).message).toContain(`lacks the scope \`${scope}\`. ${advice}`);
});

test("waiting is said in seconds", () => {
  const slow = new RequestError({ status: 429, code: "rate_limited", retryAfter: 42 });
  expect(explain(slow).message).toContain("42 s");
  const silent = new DOMException("The operation timed out", "TimeoutError");
  expect(explain(silent).code).toBe("unreachable");
});

test("a limit that was reached is named", () => {
  const refused = new RequestError({ status: 409, code: "too_many_entries", limit: 100_000 });
  expect(explain(refused).message).toContain("at most 100,000 entries");
});
