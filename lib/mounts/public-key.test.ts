import { generateKeyPairSync } from "node:crypto";

import { expect, test } from "vitest";

import { readPublicKey } from "./public-key";

const field = (data: Buffer | string) => {
  const bytes = Buffer.from(data);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
const line = (type: string, ...fields: (Buffer | string)[]) =>
  `${type} ${Buffer.concat([type, ...fields].map(field)).toString("base64")}`;
const jwk = (key: string | undefined) => Buffer.from(key ?? "", "base64url");

function rsa(modulusLength: number) {
  const { e, n } = generateKeyPairSync("rsa", { modulusLength }).publicKey.export({
    format: "jwk",
  });
  return line("ssh-rsa", jwk(e), Buffer.concat([Buffer.of(0), jwk(n)]));
}

function point(namedCurve: string) {
  const { x, y } = generateKeyPairSync("ec", { namedCurve }).publicKey.export({ format: "jwk" });
  return Buffer.concat([Buffer.of(4), jwk(x), jwk(y)]);
}

const ecdsa = (curve: string, name: string) => line(`ecdsa-sha2-${curve}`, curve, point(name));
const ED = Buffer.alloc(32, 7);
const ed25519 = line("ssh-ed25519", ED);

// Made by ssh-keygen.
const REAL = [
  "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBMovuEY0gYwYip7YBrmpL/Joe/us/kw4bbZv/0KZ/l+6L3kQXv7LMcC9h8qWgjz5zdO/eL4HmNJlv9rFFw34hKo=",
  "ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBABkglaIV7bgZzhbfh+okJO3zMCr5MEMJuSrVvVys66zbWjyQAgERAlFTNxzU1rTzgDoOB41Pb0cw2QLVC+c+xEIggEvYeDCioOYR9DbVHOjQ8u9scEUkrHrv4XPWU7WnPKUGaidcMg+44wbcLw65s6K9LR3sVs7eqw6ZCbsr3A3XWiqew==",
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINbHS5L0iUcu7bEh9vF1RcQByR8gO11TmgyjVYAbCohM",
  "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQDVDW78EjElATtrmNUfepiHwzn4XnOFIDG6NFHoLjGuy6kAOl8uVPfRtXJpdWc8hqyK3/fefXiLdZ0shXYYR7bEA4eLq2N6cc3yUJIGSF01rpSoiFai+HB/muSqln1Kfdy8ed1VwE49E5A4eaGzTn4mH+MfiM4T9Wy3DYbYEdNpqCxDGEOboyTZk1F3iJy4ibqmuHK1tN76YG5fJkYZqRZ93KCfTq2COnx4I0FqBPQ5Nj8IcKHqhmt69XTQcReII4U1LO/Dx4MYrrxQBqltoppSoHVOxvVDOZhFWyaH5WvqcIl86yZ/tNGDDc3u/YYKGubvfvYKLQkK5pukm36lZdlGtkgrBLwlZuNdBgJunjd4i5xD32Jn5ezyIIYmqwChdcH2KnDciztkeRQQRaJIdNDoZUDS6KSr410ml1j7YHXWtdAqviXCORkyVmo5MI88PgJV2JlkRwjqetYp5W7OyJOuvbAbvKpkKOTKCsgQIzTg95dORrBVfTCo/otOWb/eHak=",
];

test.each(REAL)("a line of ssh-keygen: %s", (text) => {
  const key = text.split(" ").slice(0, 2).join(" ");
  expect(readPublicKey(text)).toEqual({ key });
});

test.each([
  ["ed25519", ed25519],
  ["ed25519 with a comment of several words", `${ed25519} Zoë's  laptop `],
  ["P-256", ecdsa("nistp256", "P-256")],
  ["P-384", ecdsa("nistp384", "P-384")],
  ["P-521", ecdsa("nistp521", "P-521")],
  ["RSA of 2048 bits", rsa(2048)],
  ["an ed25519 security key", line("sk-ssh-ed25519@openssh.com", ED, "ssh:")],
  [
    "a P-256 security key",
    line("sk-ecdsa-sha2-nistp256@openssh.com", "nistp256", point("P-256"), "ssh:"),
  ],
])("%s is a key", (_, text) => {
  expect(readPublicKey(text)).toEqual({ key: text.split(" ").slice(0, 2).join(" ") });
});

const onP256 = point("P-256");
const offCurve = Buffer.from(onP256);
offCurve[64] = (offCurve[64] ?? 0) ^ 1;
const flipped = (text: string) => text.replace("ssh-ed25519", "ssh-rsa");

test.each([
  ["nothing", ""],
  ["words", "not a key"],
  ["two lines", `${ed25519}\n${ed25519}`],
  ["a line end", `${ed25519}\n`],
  ["a carriage return in the comment", `${ed25519} a\rb`],
  ["a NUL in the comment", `${ed25519} a\0b`],
  ["options in front", `command="sh" ${ed25519}`],
  ["a space in front", ` ${ed25519}`],
  ["a type without a blob", "ssh-ed25519"],
  ["a blob that says another type", flipped(ed25519)],
  ["a type of JavaScript's objects", ed25519.replace("ssh-ed25519", "constructor")],
  ["DSA", line("ssh-dss", Buffer.alloc(129, 1), Buffer.alloc(20, 1))],
  ["a certificate", line("ssh-ed25519-cert-v01@openssh.com", ED)],
  ["a private key", "-----BEGIN OPENSSH PRIVATE KEY-----"],
  ["base64 without its padding", ecdsa("nistp256", "P-256").replace(/=+$/, "")],
  ["base64 with a bit too many", ecdsa("nistp256", "P-256").replace(/.=$/, "B=")],
  ["url-safe base64", ed25519.replace("AAAA", "AAA-")],
  ["too few bytes", line("ssh-ed25519", ED.subarray(1))],
  ["too many bytes", line("ssh-ed25519", Buffer.concat([ED, ED]))],
  ["something after the key", line("ssh-ed25519", ED, "more")],
  [
    "a length beyond the end",
    `ssh-ed25519 ${Buffer.concat([field("ssh-ed25519"), Buffer.of(255, 255, 255, 255)]).toString("base64")}`,
  ],
  [
    "half a length",
    `ssh-ed25519 ${Buffer.concat([field("ssh-ed25519"), Buffer.of(0, 0)]).toString("base64")}`,
  ],
  ["a point off the curve", line("ecdsa-sha2-nistp256", "nistp256", offCurve)],
  [
    "a compressed point",
    line("ecdsa-sha2-nistp256", "nistp256", Buffer.concat([Buffer.of(2), onP256.subarray(1, 33)])),
  ],
  ["another curve's name", line("ecdsa-sha2-nistp256", "nistp384", onP256)],
  ["another curve's point", line("ecdsa-sha2-nistp384", "nistp384", onP256)],
  ["no point", line("ecdsa-sha2-nistp256", "nistp256")],
  ["RSA of 1024 bits", rsa(1024)],
  [
    "RSA with an even modulus",
    line("ssh-rsa", Buffer.of(1, 0, 1), Buffer.alloc(257, 2).fill(0, 0, 1)),
  ],
  ["RSA with a negative modulus", line("ssh-rsa", Buffer.of(1, 0, 1), Buffer.alloc(256, 255))],
  ["RSA without a modulus", line("ssh-rsa", Buffer.of(1, 0, 1))],
  ["a security key without its application", line("sk-ssh-ed25519@openssh.com", ED)],
  ["a line without end", `${ed25519} ${"x".repeat(10_000)}`],
])("%s is refused without repeating it", (_, text) => {
  const read = readPublicKey(text);
  expect(read).toEqual({ problem: expect.stringMatching(/^(must|does not)/) });
  if (text.length > 20) expect(JSON.stringify(read)).not.toContain(text.slice(12, 40));
});
