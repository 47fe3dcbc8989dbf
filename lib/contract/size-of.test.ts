import { expect, test } from "vitest";

import { sizeOf } from "./size-of";

test.each([
  [0, "0 B"],
  [1_000, "1000 B"],
  [1_024, "1 KiB"],
  [1_234_567, "1.2 MiB"],
  [123_456_789, "118 MiB"],
  [1_048_570, "1.0 MiB"],
  [500 * 1024 ** 3, "500 GiB"],
  [5 * 1024 ** 5, "5 PiB"],
])("%d bytes are %s", (bytes, text) => {
  expect(sizeOf(bytes)).toBe(text);
});
