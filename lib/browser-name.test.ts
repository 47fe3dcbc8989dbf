import { expect, test } from "vitest";

import { browserName } from "./browser-name";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";

test.each([
  [
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
    "Safari on macOS",
  ],
  [
    `${MAC} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0`,
    "Edge on macOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  ["curl/8.0", "Unknown browser"],
  ["", "Unknown browser"],
])("%s is %s", (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
