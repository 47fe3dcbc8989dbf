import { expect, test } from "vitest";

import { securityTxt } from "./security-txt";

const appUrl = new URL("https://files.example.com");

test("says where to report, for half a year", async () => {
  const settings = { appUrl, securityContact: "mailto:security@example.com" };
  const response = securityTxt(settings, new Date("2026-01-01T00:00:00Z"));
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toBe(
    `Contact: mailto:security@example.com
Expires: 2026-06-30T00:00:00.000Z
Preferred-Languages: en
Canonical: https://files.example.com/.well-known/security.txt
`,
  );
});

test("does not exist where the operator has named no contact", () => {
  const settings = { appUrl, securityContact: undefined };
  expect(() => securityTxt(settings, new Date())).toThrow("Not found");
});
