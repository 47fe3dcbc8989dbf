import { expect, test } from "vitest";

import { causeOf } from "./failure-causes";
import { remedyOf } from "./failure-remedies";
import { forStaff } from "./for-staff";

const failed = { code: "http_500", detail: null, time: "Nov 25, 6:04 PM" };

test("support staff read of the endpoint as another's", () => {
  expect(forStaff.about(causeOf("http_500"))).toBe("The endpoint returned 500.");
  expect(forStaff.about(causeOf("ours"))).toContain("the webhook");
});

test("a remedy is the customer's, except for what needs none", () => {
  expect(forStaff.remedy(failed)).toBe(
    "Ask the customer to check the endpoint's logs at Nov 25, 6:04 PM.",
  );
  const ours = { ...failed, code: "ours" };
  expect(forStaff.remedy(ours)).toBe(remedyOf(ours, "writer"));
});

test("a listener is a program of the customer, and goes by itself when that has ended", () => {
  const url = "https://wh_01kb3x6v7cf2dsk8xkqz4n5w9a.listener.tidemark.invalid/";
  const refused = { ...failed, code: "connect_failed", detail: "refused", url };
  expect(forStaff.remedy(refused)).toMatch(/^Ask the customer to check the local program/);
  expect(forStaff.remedy({ ...refused, detail: "no_listener" })).toMatch(
    /^Nothing to do: .* deleted a minute after/,
  );
});
