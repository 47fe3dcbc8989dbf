import { expect, test, vi } from "vitest";

import { AppError } from "./errors";
import { toProblem } from "./http/problem";

test("a failure that another copy of the module has thrown is notified as what it is", async () => {
  vi.resetModules();
  const copy = await import("./errors");
  expect(copy.AppError).not.toBe(AppError);
  const thrown = new copy.AppError("rate_limited", { retry_after: 7 });
  expect(thrown instanceof AppError).toBe(true);
  const response = toProblem(thrown, "req_x");
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("7");
  expect(new Error("AppError") instanceof AppError).toBe(false);
});
