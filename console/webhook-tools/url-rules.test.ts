import { expect, test } from "vitest";

import { checkUrl } from "./url-rules";

const broken = (text: string) =>
  checkUrl(text)
    .rules.filter(({ ok }) => ok === false)
    .map(({ words }) => words);

test("nothing is wrong with what was not typed yet", () => {
  const { rules, normalised } = checkUrl("");
  expect(rules.every(({ ok }) => ok === null)).toBe(true);
  expect(normalised).toBeNull();
});

test.each([
  ["https://Hooks.Example.com", "https://hooks.example.com/"],
  ["https://hooks.example.com:443/a?b=c#d", "https://hooks.example.com/a?b=c"],
  ["https://bücher.example/in", "https://xn--bcher-kva.example/in"],
  ["https://hooks.example.com./in", "https://hooks.example.com/in"],
])("%s is called as %s", (text, normalised) => {
  expect(checkUrl(text).normalised).toBe(normalised);
});

test.each([
  ["http://hooks.example.com", ["starts with https://", "uses port 443"]],
  ["https://hooks.example.com:8443/", ["uses port 443"]],
  ["https://me:secret@hooks.example.com/", ["carries no user name or password"]],
  ["https://localhost/", ["names a public host"]],
  ["https://box.internal/", ["names a public host"]],
  [`https://hooks.example.com/${"a".repeat(2_048)}`, ["is at most 2,048 bytes"]],
])("%s breaks %j", (text, rules) => {
  expect(broken(text)).toEqual(rules);
  expect(checkUrl(text).normalised).toBeNull();
});
