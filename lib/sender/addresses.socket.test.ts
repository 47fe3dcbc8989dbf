import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Resolver } from "@/lib/net/resolve";
import { checkWebhookUrl } from "@/lib/webhooks/webhook-url";
import { createOutbound, failed, message, type Outbound } from "@/testing/outbound";

// Creation and delivery refuse the same: no non-public address is ever dialled, whatever a name
// resolves to.
let outbound: Outbound;
beforeAll(async () => {
  outbound = await createOutbound();
});
afterAll(() => outbound.cleanUp());

const PUBLIC = ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "64:ff9b::808:808"];
const octet = fc.integer({ min: 0, max: 255 });
const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
const inside = (...first: number[]) =>
  fc
    .array(octet, { minLength: 4 - first.length, maxLength: 4 - first.length })
    .map((rest) => [...first, ...rest].join("."));
const privateIPv4 = fc.oneof(
  ...[
    [0],
    [10],
    [127],
    [169, 254],
    [172, 16],
    [192, 168],
    [192, 0, 0],
    [198, 18],
    [198, 51, 100],
  ].map((first) => inside(...first)),
  inside(100, 64),
  fc.integer({ min: 224, max: 255 }).chain((first) => inside(first)),
);
const inHex = (ip: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = ip.split(".").map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};
const carrying = fc
  .tuple(privateIPv4, group)
  .chain(([ip, x]) =>
    fc.constantFrom(
      ip,
      `::ffff:${ip}`,
      `::${inHex(ip)}`,
      `64:ff9b::${inHex(ip)}`,
      `64:ff9b:1::${inHex(ip)}`,
      `2002:${inHex(ip)}::${x}`,
      `2001:0:${inHex(ip)}:${x}::`,
      `fe80::${x}`,
      `fd00:${x}::1`,
      `ff02::${x}`,
      `2001:db8:${x}::1`,
      `fec0::${x}`,
    ),
  );

const url = "https://somewhere.example/";

test("one non-public address among others refuses them all, at creation and at delivery", async () => {
  let addresses: string[] = [];
  const resolver: Resolver = { resolve: async () => ({ kind: "addresses", addresses }) };
  const deps = { resolver, connectTo: new Map(), ownHost: "" };
  const sender = outbound.senderTo(1, { resolver });
  const many = fc.array(fc.constantFrom(...PUBLIC), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(many, carrying, fc.nat(6), async (others, bad, at) => {
      addresses = others.toSpliced(at, 0, bad);
      expect(await checkWebhookUrl(url, deps)).toMatchObject({ type: "url_unresolvable" });
      expect(await sender.send({ ...message, url })).toMatchObject(blocked);
    }),
    { numRuns: 1_000 },
  );
});

test("a non-public literal is refused by both, in every notation of the URL", async () => {
  const never: Resolver = { resolve: () => Promise.reject(new Error("resolved a literal")) };
  const deps = { resolver: never, connectTo: new Map(), ownHost: "" };
  const sender = outbound.senderTo(1, { resolver: never });
  await fc.assert(
    fc.asyncProperty(carrying, async (ip) => {
      const literal = `https://${ip.includes(":") ? `[${ip}]` : ip}/`;
      expect(await checkWebhookUrl(literal, deps)).toMatchObject({ type: "url_private_address" });
      expect(await sender.send({ ...message, url: literal })).toMatchObject(blocked);
    }),
    { numRuns: 1_000 },
  );
});

const blocked = { outcome: failed("blocked_address"), starts: 0, firstByteAt: null };
