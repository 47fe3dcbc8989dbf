import { expect, test } from "vitest";

import { readSettings } from "./settings";

test("what belongs together is set together", () => {
  expect(readSettings({})).toMatchObject({ github: null, oidc: null, mail: { url: undefined } });
  expect(() => readSettings({ GITHUB_ID: "id" })).toThrow("GITHUB_ID and GITHUB_SECRET");
  expect(() => readSettings({ OIDC_ISSUER: "https://id.example.com" })).toThrow("OIDC_CLIENT_ID");
  const github = { GITHUB_ID: "id", GITHUB_SECRET: "s", GITHUB_URL: "https://git.example.com/" };
  expect(readSettings(github).github).toEqual({
    id: "id",
    secret: "s",
    base: "https://git.example.com",
  });
});

test("e-mails come from the host of the service unless another sender is named", () => {
  const APP_URL = "https://files.example.com";
  expect(readSettings({ APP_URL }).mail.from).toBe("Tidemark <no-reply@files.example.com>");
  expect(readSettings({ APP_URL, SMTP_FROM: "a@example.com" }).mail.from).toBe("a@example.com");
});

test("a range of trusted proxies that says nothing does not mean everybody", () => {
  const TRUSTED_PROXIES = "10.0.0.0/8,192.0.2.1,2001:db8::/32";
  expect(readSettings({ TRUSTED_PROXIES }).trustedProxies).toHaveLength(3);
  for (const range of ["10.0.0.0/", "10.0.0.0/x", "10.0.0.0/33", "10.0.0.0/-1", "10/8", "proxy"])
    expect(() => readSettings({ TRUSTED_PROXIES: range }), range).toThrow("TRUSTED_PROXIES");
});

test("quotas are numbers or unlimited", () => {
  const { limits } = readSettings({
    FILESYSTEM_BYTE_QUOTA: "7",
    ORGANISATION_ENTRY_QUOTA: "unlimited",
  });
  expect(limits.filesystem).toEqual({ bytes: 7n, entries: 1_000_000n });
  expect(limits.organisation).toEqual({ bytes: 500n * 1024n ** 3n, entries: null });
  for (const wrong of ["0", "-1", "1.5", "1e3", "much"])
    expect(() => readSettings({ FILESYSTEM_BYTE_QUOTA: wrong }), wrong).toThrow(
      "FILESYSTEM_BYTE_QUOTA must be a positive whole number or unlimited",
    );
});

test("counts and times are no greater than what PostgreSQL and timers hold; bytes may be", () => {
  for (const name of ["MAX_FILESYSTEMS", "MAX_API_KEYS", "MAX_COPY_ENTRIES", "UPLOAD_IDLE_MS"]) {
    expect(() => readSettings({ [name]: "2000000000" })).not.toThrow();
    for (const wrong of ["2147483647", "9999999999", "0", "1.5", "many"])
      expect(() => readSettings({ [name]: wrong }), `${name}=${wrong}`).toThrow(name);
  }
  const { maxFileBytes, minFreeBytes } = readSettings({
    MAX_FILE_BYTES: "9999999999",
    MIN_FREE_BYTES: "9999999999",
  });
  expect([maxFileBytes, minFreeBytes]).toEqual([9_999_999_999, 9_999_999_999]);
  expect(() => readSettings({ MAX_FILE_BYTES: "1e16" })).toThrow("MAX_FILE_BYTES");
});

const host = (env: Record<string, string>) => readSettings(env).host;

test("a service without a public address listens on this machine alone, unless HOST says otherwise", () => {
  expect(host({})).toBe("127.0.0.1");
  expect(host({ APP_URL: "http://127.0.0.1:3000" })).toBe("127.0.0.1");
  expect(host({ APP_URL: "https://files.example.com" })).toBeUndefined();
  expect(host({ HOST: "0.0.0.0" })).toBe("0.0.0.0");
});
