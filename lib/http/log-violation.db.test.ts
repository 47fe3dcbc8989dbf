import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { log } from "@/lib/log";
import { startTestService, type TestService } from "@/testing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const report = (body: unknown, type = "application/csp-report") =>
  fetch(`${service.url}/api/v1/csp-reports`, {
    method: "POST",
    headers: { "content-type": type },
    body: JSON.stringify(body),
  });

test("a report is logged, short and without what may be a token", async () => {
  const warn = vi.spyOn(log, "warn");
  const sent = {
    "document-uri": "https://files.example.com/reset-password?token=secret#tmkpr_secret",
    "effective-directive": "script-src-elem",
    "blocked-uri": `https://evil.example/${"x".repeat(1_000)}`,
    "line-number": 7,
    "script-sample": "alert(1)",
  };
  expect((await report({ "csp-report": sent })).status).toBe(204);
  const [logged] = warn.mock.calls.find(([, text]) => String(text).includes("policy"))!;
  warn.mockRestore();
  expect(logged).toMatchObject({
    page: "https://files.example.com/reset-password",
    directive: "script-src-elem",
    line: 7,
  });
  expect(JSON.stringify(logged).length).toBeLessThan(500);
  expect(JSON.stringify(logged)).not.toMatch(/secret|alert/);
});

test("what is no report is refused", async () => {
  expect((await report({ "csp-report": {} }, "application/json")).status).toBe(415);
  expect((await report({})).status).toBe(422);
  expect((await report({ "csp-report": { "document-uri": 7 } })).status).toBe(422);
  expect((await report({ "csp-report": { "document-uri": "x".repeat(20_000) } })).status).toBe(413);
});
