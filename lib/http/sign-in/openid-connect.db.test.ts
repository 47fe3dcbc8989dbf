import { createServer } from "node:http";

import { Provider } from "oidc-provider";
import { afterAll, beforeAll, expect, test } from "vitest";

import { closeServer, listen } from "@/lib/server/web/serve";
import { openBrowser } from "@/testing/browser";
import { portOf } from "@/testing/endpoint";
import { CLIENT } from "@/testing/identity-provider";
import { startTestService, type TestService } from "@/testing/service";
import { call } from "@/testing/tenant";
import { createTestUser, PASSWORD } from "@/testing/user";

const APP_URL = "http://localhost:3000";
const SUBJECT = "somebody";

let service: TestService;
let stop: () => Promise<void>;

/** The certified server library of the field, with an account that agrees to everything. */
async function startProvider() {
  const server = createServer();
  await listen(server, 0, "127.0.0.1");
  const issuer = `http://127.0.0.1:${portOf(server)}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${APP_URL}/api/auth/callback/oidc`],
      },
    ],
    cookies: { keys: ["test"] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
  });
  const respond = provider.callback();
  server.on("request", (request, response) => {
    const agree = async () => {
      const grant = new provider.Grant({ accountId: SUBJECT, clientId: CLIENT.id });
      grant.addOIDCScope("openid");
      const consent = { grantId: await grant.save() };
      await provider.interactionFinished(request, response, {
        login: { accountId: SUBJECT },
        consent,
      });
    };
    const isOurs = request.url?.startsWith("/interaction/") ?? false;
    void (isOurs ? agree() : respond(request, response));
  });
  return { issuer, close: () => closeServer(server, 100) };
}

/** Follows the way through the provider as a browser does, until it leads back to us. */
async function visit(authorizeUrl: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let url = authorizeUrl; ;) {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const { headers } = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = new URL(headers.get("location") ?? "", url);
    if (next.origin === APP_URL) return next.pathname + next.search;
    url = next.href;
  }
}

beforeAll(async () => {
  const { issuer, close } = await startProvider();
  stop = close;
  service = await startTestService({
    env: {
      APP_URL,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    },
  });
});
afterAll(async () => {
  await service.close();
  await stop();
});

test("a user links an account of a certified provider and signs in with it", async () => {
  const user = await createTestUser(service);
  const browser = openBrowser(service);
  await browser.post("/api/auth/callback/credentials", { email: user.email, password: PASSWORD });
  for (const each of [browser, openBrowser(service)]) {
    const begun = await each.post("/api/auth/signin/oidc", { callbackUrl: "/" });
    const { url } = (await begun.json()) as { url: string };
    const back = await each.get(await visit(url), { "sec-fetch-site": "cross-site" });
    expect([back.status, back.headers.get("location")]).toEqual([302, `${APP_URL}/`]);
    const cookie = each.header();
    const { body } = await call(service, null, "GET", "/api/v1/me", undefined, { cookie });
    expect(body.id).toBe(user.id);
  }
});
