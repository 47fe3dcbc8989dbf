import { expect, test, vi } from "vitest";

import { ERRORS } from "./contract/errors";
import { ERROR_CODES, isPlainCode, limitOf } from "./contract/limit-codes";
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

test("a title names a limit exactly if the code has one", () => {
  const naming = ERROR_CODES.filter((code) => ERRORS[code].title.includes("{limit}"));
  expect(naming).toEqual(ERROR_CODES.filter((code) => limitOf(code) !== null));
});

test("a limit that a code has of its own is in every body and message of it", async () => {
  const codes = ERROR_CODES.filter(isPlainCode).filter((code) => limitOf(code) !== null);
  expect(codes).toContain("path_too_long");
  for (const code of codes) {
    const { detail } = await toProblem(new AppError(code), "req_x").json();
    expect(detail).toMatchObject({ code, limit: limitOf(code) });
    expect(detail.message).toContain(Number(limitOf(code)).toLocaleString("en"));
  }
});

test("a limit that differs has to be given", () => {
  // @ts-expect-error the limit is missing
  expect(new AppError("file_too_large").message).toContain("{limit}");
  expect(new AppError("file_too_large", { limit: 5_000 })).toMatchObject({
    message: expect.stringContaining("5,000 bytes"),
    extra: { limit: 5_000 },
  });
});
