import * as fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { signMessage } from "./sign";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

test("the published vector", () => {
  const headers = signMessage({
    messageId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: 1_614_265_330,
    body: Buffer.from('{"test": 2432232314}'),
    secrets: [secret],
  });
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

const anySecret = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString("base64")}`);

test("every secret verifies with the receivers' library, another one does not", () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.uniqueArray(anySecret, { minLength: 2, maxLength: 4 }),
      (body, [foreign, ...secrets]) => {
        const timestamp = Math.floor(Date.now() / 1_000);
        const headers = signMessage({
          messageId: "msg_1",
          timestamp,
          body: Buffer.from(body),
          secrets,
        });
        for (const one of secrets)
          expect(new Webhook(one).verify(body, headers)).toEqual(JSON.parse(body));
        expect(() => new Webhook(foreign!).verify(body, headers)).toThrow();
        expect(headers["webhook-signature"]).toMatch(
          /^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$/,
        );
      },
    ),
    { numRuns: 200 },
  );
});

const sign = (secrets: string[]) =>
  signMessage({ messageId: "msg_1", timestamp: 1, body: Buffer.from("{}"), secrets })[
    "webhook-signature"
  ];

test("the newest secret signs first", () => {
  const older = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  expect(sign([secret, older])).toBe(`${sign([secret])} ${sign([older])}`);
});

test.each([[[]], [["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]], [["whsec_"]], [["whsec_not base64"]]])(
  "secrets %j are refused without repeating them",
  (secrets: string[]) => {
    const attempt = () => sign(secrets);
    expect(attempt).toThrow(TypeError);
    for (const one of secrets.filter((s) => s.length > 6)) expect(attempt).not.toThrow(one);
  },
);
