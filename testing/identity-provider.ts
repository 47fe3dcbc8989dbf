import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { closeServer, listen } from "@/lib/server/web/serve";

import { portOf } from "./endpoint";

/** A small OpenID Connect issuer and GitHub server that can be told to return false claims. */
export type IdentityProvider = {
  url: string;
  /** Who signs in next: a subject, or a GitHub account number. */
  subject: string | number;
  /** The issuer named in its discovery document. */
  issuer: string;
  /** Claims for the next ID tokens, replacing the true ones. */
  lies: Record<string, unknown>;
  /** What it refused, and why. */
  refused: string[];
  /** Acts as the user's browser: follows the redirects and returns the callback path. */
  visit(authorizeUrl: string): Promise<string>;
  close(): Promise<void>;
};

/** The registered client. */
export const CLIENT = { id: "tidemark", secret: "a client secret" };

type Code = {
  challenge: string | null;
  nonce: string | null;
  redirect: string;
  /** Whether the user had to sign in again, and the token has to say when they did. */
  isFresh: boolean;
};
type Inside = { provider: IdentityProvider; codes: Map<string, Code> };

const KEYS = generateKeyPairSync("rsa", { modulusLength: 2048 });
const KEY = { ...KEYS.publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256", use: "sig" };
const ACCESS = { access_token: "at", token_type: "bearer" };

/** Starts one on a free loopback port. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer((request, response) => {
    void handle(inside, request, response).catch(() => response.writeHead(500).end());
  });
  await listen(server, 0, "127.0.0.1");
  const url = `http://127.0.0.1:${portOf(server)}`;
  const provider: IdentityProvider = {
    url,
    subject: "ada",
    issuer: url,
    lies: {},
    refused: [],
    async visit(authorizeUrl) {
      const { headers } = await fetch(authorizeUrl, { redirect: "manual" });
      const back = new URL(headers.get("location") ?? "");
      return back.pathname + back.search;
    },
    close: () => closeServer(server, 100),
  };
  const inside: Inside = { provider, codes: new Map() };
  return provider;
}

async function handle(inside: Inside, request: IncomingMessage, response: ServerResponse) {
  const { issuer, subject, url } = inside.provider;
  const at = new URL(request.url ?? "/", url);
  const isUser = request.headers.authorization === "bearer at";
  switch (at.pathname) {
    case "/.well-known/openid-configuration":
      return json(response, {
        issuer,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      });
    case "/jwks":
      return json(response, { keys: [KEY] });
    case "/authorize":
    case "/login/oauth/authorize":
      return response.writeHead(302, { location: authorize(inside, at.searchParams) }).end();
    case "/token":
    case "/login/oauth/access_token": {
      const code = await redeem(inside, request);
      if (code === null) return json(response, { error: "invalid_grant" }, 400);
      const idToken = at.pathname === "/token" ? { id_token: tokenFor(inside, code) } : {};
      return json(response, { ...ACCESS, ...idToken });
    }
    case "/api/v3/user":
      return json(response, isUser ? { id: subject, login: "ada" } : {}, isUser ? 200 : 401);
    default:
      return response.writeHead(404).end();
  }
}

/** Consents on the user's behalf and redirects back with a code. */
function authorize({ codes }: Inside, query: URLSearchParams): string {
  const code = randomUUID();
  const back = new URL(query.get("redirect_uri") ?? "");
  const challenge =
    query.get("code_challenge_method") === "S256" ? query.get("code_challenge") : null;
  const isFresh = query.get("max_age") === "0";
  codes.set(code, { challenge, nonce: query.get("nonce"), redirect: back.href, isFresh });
  back.search = new URLSearchParams({ code, state: query.get("state") ?? "" }).toString();
  return back.href;
}

/** A single-use code that only its own client can redeem, with the right verifier. */
async function redeem({ provider, codes }: Inside, request: IncomingMessage): Promise<Code | null> {
  const form = new URLSearchParams(await text(request));
  const code = codes.get(form.get("code") ?? "");
  codes.delete(form.get("code") ?? "");
  const verifier = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  const pair = Buffer.from(request.headers.authorization?.slice("Basic ".length) ?? "", "base64");
  const client = decodeURIComponent(pair.toString().replaceAll("+", " "));
  const refuse = (why: string) => (provider.refused.push(why), null);
  if (client !== `${CLIENT.id}:${CLIENT.secret}`) return refuse("client");
  if (code === undefined) return refuse("code");
  if (code.challenge !== verifier) return refuse("verifier");
  return code.redirect === form.get("redirect_uri") ? code : refuse("redirect");
}

function tokenFor({ provider: { url, subject, lies } }: Inside, { nonce, isFresh }: Code): string {
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, exp: now + 60 };
  const said = isFresh ? { auth_time: now } : {};
  const claims = {
    iss: url,
    sub: String(subject),
    aud: CLIENT.id,
    ...times,
    nonce,
    ...said,
    ...lies,
  };
  const unsigned = `${base64({ alg: "RS256", kid: "k1" })}.${base64(claims)}`;
  return `${unsigned}.${sign("sha256", Buffer.from(unsigned), KEYS.privateKey).toString("base64url")}`;
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function json(response: ServerResponse, body: object, status = 200) {
  return response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify(body));
}
