import { expect, test } from "vitest";

import { RequestError } from "@/lib/api-client/request";

import { errorMessage } from "./error-message";

const failure = (code: RequestError["code"], retryAfter: number | null = null) =>
  new RequestError({ status: 400, code, retryAfter });

test("a page's own message wins over the common one", () => {
  expect(errorMessage(failure("not_found"), { not_found: "No such code." })).toBe("No such code.");
  expect(errorMessage(failure("not_found"), {})).toBe("This doesn't exist or has been deleted.");
});

test("a code without a message counts as an error of our own", () => {
  expect(errorMessage(failure("internal"), {})).toBe(
    "Something went wrong on our side. Try again.",
  );
  expect(errorMessage(failure("unknown"), {})).toBe("Something went wrong on our side. Try again.");
});

test.each([
  [null, "in a few minutes"],
  [0, "in 1 second"],
  [30, "in 30 seconds"],
  [91, "in 2 minutes"],
])("after %s seconds reads %s", (seconds, message) => {
  expect(errorMessage(failure("rate_limited", seconds), {})).toContain(message);
});
