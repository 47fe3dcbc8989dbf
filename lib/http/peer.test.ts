import { expect, test } from "vitest";

import { addressBehind, addressKey } from "./peer";

const PROXIES = ["10.0.0.0/8", "2001:db8:f::/48"];

test.each([
  ["198.51.100.7", "203.0.113.9", "198.51.100.7", "from elsewhere the header counts nothing"],
  ["10.0.0.1", "203.0.113.9", "203.0.113.9", "the proxy says who called"],
  [
    "10.0.0.1",
    "192.0.2.66, 203.0.113.9",
    "203.0.113.9",
    "what the caller put first is only a claim",
  ],
  ["10.0.0.1", "192.0.2.66, 203.0.113.9, 10.0.0.2", "203.0.113.9", "our other proxies are skipped"],
  ["10.0.0.1", "192.0.2.66, 203.0.113.9:51234", "203.0.113.9", "with a port"],
  ["10.0.0.1", "192.0.2.66, [2001:db8::1]:51234", "2001:db8::1", "an IPv6 address with a port"],
  ["10.0.0.1", "192.0.2.66, unknown", "10.0.0.1", "never past a hop that is no address"],
  ["10.0.0.1", "192.0.2.66,", "10.0.0.1", "nor past an empty one"],
  ["10.0.0.1", "", "10.0.0.1", "without the header"],
  ["2001:db8:f::1", "203.0.113.9", "203.0.113.9", "an IPv6 proxy"],
])("%s with %j is %s: %s", (peer, forwarded, address) => {
  expect(addressBehind(peer, forwarded, PROXIES)).toBe(address);
});

test("an IPv6 customer counts as one, whichever of their addresses they use", () => {
  expect(addressKey("2001:db8:1:2::1")).toBe(addressKey("2001:db8:1:2:ffff::9"));
  expect(addressKey("2001:db8:1:2::1")).not.toBe(addressKey("2001:db8:1:3::1"));
  expect(addressKey("::ffff:192.0.2.1")).toBe("192.0.2.1");
});
