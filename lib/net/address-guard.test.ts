import * as fc from "fast-check";
import { expect, test } from "vitest";

import { isPublicAddress, ownAddresses } from "./address-guard";

// Written from the IANA special-purpose registries, not from the library under test.
const notPublic: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

const toNumber = (ip: string) => ip.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
const toText = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join(".");
const expectedPublic = (n: number) =>
  !notPublic.some(([base, bits]) => {
    const size = 2 ** (32 - bits);
    return n >= toNumber(base) && n < toNumber(base) + size;
  });
const hex = (n: number) => `${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}`;

const anyIPv4 = fc.integer({ min: 0, max: 0xffffffff });
// Uniform addresses rarely hit a /24, so half of them come from the edges of the ranges.
const edges = fc.constantFrom(
  ...notPublic.flatMap(([base, bits]) => {
    const first = toNumber(base);
    const last = first + 2 ** (32 - bits) - 1;
    return [first - 1, first, last, last + 1].filter((n) => n >= 0 && n <= 0xffffffff);
  }),
);
const ipv4 = fc.oneof(anyIPv4, edges);

test("IPv4 agrees with the registries", () => {
  fc.assert(
    fc.property(ipv4, (n) => {
      expect(isPublicAddress(toText(n))).toBe(expectedPublic(n));
    }),
    { numRuns: 3_000 },
  );
});

test("all of IPv4, by blocks: both ends of each of its 65,536 blocks of 65,536, and of every special range", () => {
  const wrong: string[] = [];
  const check = (n: number) => {
    if (isPublicAddress(toText(n)) !== expectedPublic(n)) wrong.push(toText(n));
  };
  for (let block = 0; block <= 0xffff; block++) {
    check(block * 65_536);
    check(block * 65_536 + 65_535);
  }
  for (const [base, bits] of notPublic) {
    const first = toNumber(base);
    const last = first + 2 ** (32 - bits) - 1;
    for (const n of [first - 1, first, last, last + 1]) if (n >= 0 && n < 2 ** 32) check(n);
  }
  expect(wrong).toEqual([]);
});

test("a mapped or NAT64 address is as public as its IPv4 address", () => {
  fc.assert(
    fc.property(ipv4, (n) => {
      expect(isPublicAddress(`::ffff:${toText(n)}`)).toBe(expectedPublic(n));
      expect(isPublicAddress(`::ffff:${hex(n)}`)).toBe(expectedPublic(n));
      expect(isPublicAddress(`64:ff9b::${hex(n)}`)).toBe(expectedPublic(n));
    }),
    { numRuns: 2_000 },
  );
});

test("other transition forms are refused whatever they contain", () => {
  fc.assert(
    fc.property(ipv4, fc.integer({ min: 0, max: 0xffff }), (n, x) => {
      const forms = [
        `::${toText(n)}`,
        `::${hex(n)}`,
        `::ffff:0:${hex(n)}`,
        `2002:${hex(n)}::${x.toString(16)}`,
        `2001:0:${hex(n)}:${x.toString(16)}::`,
        `2001::${hex(n)}`,
        `64:ff9b:1:${x.toString(16)}::${hex(n)}`,
      ];
      for (const form of forms) expect([form, isPublicAddress(form)]).toEqual([form, false]);
    }),
    { numRuns: 1_000 },
  );
});

test("outside 2000::/3 no IPv6 address is public but mapped and NAT64", () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const first = groups[0]!;
      fc.pre((first & 0xe000) !== 0x2000 && first !== 0 && first !== 0x64);
      expect(isPublicAddress(groups.map((g) => g.toString(16)).join(":"))).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  "::",
  "::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "fc00::1",
  "fd00:ec2::254",
  "ff02::1",
  "2001:db8::1",
  "3fff::1",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "100::1",
  "5f00::1",
  "2002:7f00:1::",
  "64:ff9b::a9fe:a9fe",
  "::ffff:127.0.0.1",
  "::127.0.0.1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "169.254.169.254",
  "255.255.255.255",
  "0",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.0.0.1.",
  "8.8.8.8 ",
  "[2606:4700::1]",
  "",
  "localhost",
])("%s is not public", (ip) => {
  expect(isPublicAddress(ip)).toBe(false);
});

test.each(["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::1", "64:ff9b::808:808"])(
  "%s is public",
  (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  },
);

test("an address of this machine is recognised in every notation", () => {
  const face = {
    netmask: "",
    family: "IPv6",
    mac: "",
    internal: false,
    cidr: null,
    scopeid: 0,
  } as const;
  const interfaces = {
    eth0: [
      { ...face, address: "2606:4700::1" },
      { ...face, family: "IPv4" as const, address: "8.8.4.4" },
    ],
  };
  const isOwn = ownAddresses(interfaces);
  expect(isOwn("2606:4700:0:0::1")).toBe(true);
  expect(isOwn("::ffff:8.8.4.4")).toBe(true);
  expect(isOwn("8.8.8.8")).toBe(false);
  expect(isOwn("example.com")).toBe(false);
});
