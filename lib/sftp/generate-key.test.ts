import { expect, test } from "vitest";

import { generateKey } from "./generate-key";
import { readHostKey } from "./host-keys";

test("every generated key can be read", () => {
  // Without the check some of so many could not.
  const keys = Array.from({ length: 2_000 }, () => generateKey("ed25519").private);
  expect(keys.map(readHostKey).filter((read) => typeof read === "string")).toEqual([]);
  expect(typeof readHostKey(generateKey("ecdsa").private)).not.toBe("string");
});
