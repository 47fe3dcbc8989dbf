/** A secret that was issued, and its kind. */
export type Secret = { kind: string; value: string };

/** Something the service wrote, and where. */
export type Text = { location: string; text: string };

/** A leaked secret; never its value, because a failing test prints this. */
export type Leak = { kind: string; form: string; location: string };

/**
 * Every leak of a secret in one of the texts: raw, URL-encoded, in JSON, hex, base64 and base64url,
 * also inside longer text.
 */
export function findLeaks(secrets: readonly Secret[], texts: readonly Text[]): Leak[] {
  const read = texts.map(({ location, text }) => ({
    location,
    text: text + withoutBackslashes(text),
  }));
  return secrets.flatMap(({ kind, value }) =>
    formsOf(value).flatMap(([form, needle]) =>
      read
        .filter(({ text }) => text.includes(needle))
        .map(({ location }) => ({ kind, form, location })),
    ),
  );
}

const SHORTEST = 8;

// The ways a secret can be encoded, each with its name.
function formsOf(value: string): [form: string, needle: string][] {
  const core = coreOf(value);
  if (core.length < SHORTEST) throw new Error("too short to distinguish from chance");
  const forms: [string, string][] = [
    ["raw", core],
    ["URL-encoded", encodeURIComponent(core)],
    ["form-encoded", new URLSearchParams([["", core]]).toString().slice(1)],
    ["JSON", withoutBackslashes(core)],
    ...encodings(Buffer.from(core)),
    ...(value.startsWith("whsec_") ? encodings(Buffer.from(core, "base64")) : []),
  ];
  return [...new Map(forms.map(([form, needle]) => [needle, form]))].map(([needle, form]) => [
    form,
    needle,
  ]);
}

// Nested JSON differs only in the number of these.
const withoutBackslashes = (text: string) => text.replaceAll("\\", "");

// Without the prefix all secrets of a kind share, and without the checksum whose end is shown as
// `last4`.
function coreOf(value: string): string {
  const [, body] = /^(?:tmk[a-z]*_([0-9A-Za-z]{43})|whsec_.+)/.exec(value) ?? [];
  return body ?? value.replace(/^whsec_/, "");
}

function encodings(bytes: Buffer): [string, string][] {
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].map((before) => withinBase64(bytes, before));
  return [
    ["hex", hex],
    ["HEX", hex.toUpperCase()],
    ...base64.map((text): [string, string] => ["base64", text]),
    ...base64.map((text): [string, string] => [
      "base64url",
      text.replaceAll("+", "-").replaceAll("/", "_"),
    ]),
  ];
}

// The part of a base64 text that is certain when `before` bytes (modulo 3) precede these.
function withinBase64(bytes: Buffer, before: number): string {
  const all = Buffer.concat([Buffer.alloc(before), bytes]);
  const whole = Math.floor((all.length * 8) / 6);
  return all.toString("base64").slice(Math.ceil((before * 8) / 6), whole);
}
