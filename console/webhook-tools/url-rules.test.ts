import { expect, test } from "vitest";

import { checkUrl, localUrl } from "./url-rules";

const broken = (text: string) =>
  checkUrl(text)
    .rules.filter(({ ok }) => ok === false)
    .map(({ name }) => name);

test("no rule is broken before anything is typed", () => {
  const { rules, normalised } = checkUrl("");
  expect(rules.every(({ ok }) => ok === null)).toBe(true);
  expect(normalised).toBeNull();
});

test.each([
  ["https://Hooks.Example.com", "https://hooks.example.com/"],
  ["https://hooks.example.com:443/a?b=c#d", "https://hooks.example.com/a?b=c"],
  ["https://bücher.example/in", "https://xn--bcher-kva.example/in"],
  ["https://hooks.example.com./in", "https://hooks.example.com/in"],
  ["https://10.example.com/", "https://10.example.com/"],
])("%s is normalised to %s", (text, normalised) => {
  expect(checkUrl(text).normalised).toBe(normalised);
});

test.each([
  ["http://hooks.example.com", ["scheme", "port"]],
  ["https://hooks.example.com:8443/", ["port"]],
  ["https://me:secret@hooks.example.com/", ["credentials"]],
  ["https://localhost/", ["host"]],
  ["https://box.internal/", ["host"]],
  ["https://10.0.0.7/", ["host"]],
  ["https://[fd00::1]/", ["host"]],
  [`https://hooks.example.com/${"a".repeat(2_048)}`, ["length"]],
])("%s breaks %j", (text, rules) => {
  expect(broken(text)).toEqual(rules);
  expect(checkUrl(text).normalised).toBeNull();
});

test.each([
  ["http://localhost:4000/hook", "http://localhost:4000/hook"],
  ["https://127.0.0.1", "https://127.0.0.1/"],
  ["http://192.168.1.4/a?b=c", "'http://192.168.1.4/a?b=c'"],
  ["http://[::1]:4000/", "'http://[::1]:4000/'"],
  ["http://hooks.example.com", null],
  ["http://10.example.com", null],
  ["localhost:4000", null],
])("%s as the URL of a local program is %s", (text, url) => {
  expect(localUrl(text)).toBe(url);
});
