import { expect, test } from "vitest";

import { changeText, requestsText } from "./usage";

const plain = (value: number) => String(Math.round(value));

test("an amount is compared with that of as many days before, as it is shown", () => {
  expect(changeText(3, 2, plain, 30)).toBe("Up from 2 in the 30 days before");
  expect(changeText(1, 2, plain, 7)).toBe("Down from 2 in the 7 days before");
  expect(changeText(2.1, 2, plain, 7)).toBe("Same as in the 7 days before");
});

test("failed requests of a key are named only if there are some", () => {
  expect(requestsText.ofKey({ requests: 1, failed: 0 })).toBe("1 request");
  expect(requestsText.ofKey({ requests: 1200, failed: 3 })).toBe("1,200 requests, 3 failed");
});
