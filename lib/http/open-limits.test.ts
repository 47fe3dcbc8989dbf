import { expect, test } from "vitest";

import { createOpenLimits } from "./open-limits";

const limits = () =>
  createOpenLimits({ streamsPerCredential: 2, streamsPerOrganisation: 3, uploadsPerCredential: 1 });
const of = (credential: string, orgId: string | null = "org") => ({
  credential,
  orgId,
  user: `user of ${credential}`,
});
const session = (credential: string) => ({ credential, orgId: "org", user: "user_1" });
const refused = (scope: string) =>
  expect.objectContaining({
    code: "too_many_open",
    extra: { retry_after: 1, message: expect.stringContaining(scope) },
  });

test("a credential has its own limit, an organisation one for all of them", () => {
  const open = limits();
  open.acquire("stream", of("a"));
  open.acquire("stream", of("a"));
  expect(() => open.acquire("stream", of("a"))).toThrow(refused("2 streams and long polls"));
  open.acquire("stream", of("b"));
  expect(() => open.acquire("stream", of("b"))).toThrow(refused("each organisation"));
  open.acquire("stream", of("c", "other"));
  open.acquire("stream", of("c", null));
});

test("uploads and streams are counted apart", () => {
  const open = limits();
  open.acquire("upload", of("a"));
  expect(() => open.acquire("upload", of("a"))).toThrow(refused("1 uploads"));
  open.acquire("stream", of("a"));
  open.acquire("upload", of("b"));
});

test("a refusal takes nothing, and a slot is freed once", () => {
  const open = limits();
  const free = [1, 2, 3].map((i) => open.acquire("stream", of(`${i}`)));
  expect(() => open.acquire("stream", of("4"))).toThrow(refused("each organisation"));
  free[0]!();
  free[0]!();
  open.acquire("stream", of("4"))();
  for (const release of free) release();
  expect(open.taken()).toBe(0);
});

test("credentials of one user share the limit of archives", () => {
  const open = limits();
  const release = open.acquire("archive", session("a"));
  open.acquire("archive", session("b"));
  expect(() => open.acquire("archive", session("c"))).toThrow(refused("2 archives"));
  release();
  open.acquire("archive", session("c"));
});
