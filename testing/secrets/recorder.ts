import { type ApiResponse, call } from "@/testing/tenant";

import type { Secret, Text } from "./find-leaks";

/** Who sends a request: anonymous, a bearer token, or a browser with its cookies. */
export type Who = string | null | { cookie: string };

// oxlint-disable-next-line typescript/no-explicit-any -- tests inspect arbitrary bodies
type Body = any;

/** A recorder that keeps every secret it receives and everything else it is shown. */
export type SecretRecorder = {
  url: string;
  secrets: Secret[];
  /** What the service responded, without the secrets that a response was meant to deliver. */
  responses: Text[];
  keep(kind: string, value: string): string;
  send(
    who: Who,
    method: string,
    route: string,
    body?: string | object,
    form?: true,
  ): Promise<ApiResponse>;
  /** Sends a request that must succeed and returns secrets: `pick` names them by kind. */
  make(
    who: Who,
    request: [method: string, route: string, body?: object, form?: true],
    pick: (body: Body) => Record<string, string>,
  ): Promise<Body>;
};

/** Starts a recorder for a service. */
export function startRecorder(url: string): SecretRecorder {
  const secrets: Secret[] = [];
  const responses: Text[] = [];
  const request = (
    who: Who,
    method: string,
    route: string,
    body?: string | object,
    form?: true,
  ) => {
    const own =
      who !== null && typeof who === "object" ? { ...who, "sec-fetch-site": "same-origin" } : {};
    const key = typeof who === "string" ? who : null;
    const headers = form ? { ...own, "content-type": "application/x-www-form-urlencoded" } : own;
    const data = form ? new URLSearchParams(Object.entries(body ?? {})).toString() : body;
    return call({ url }, key, method, route, data, headers);
  };
  const record = (location: string, { headers, body }: ApiResponse, without: string[]) => {
    let text = `${JSON.stringify([...headers])}\n${JSON.stringify(body)}`;
    for (const secret of without) text = text.replace(JSON.stringify(secret).slice(1, -1), "…");
    responses.push({ location: `response of ${location}`, text });
  };
  const keep = (kind: string, value: string) => {
    if (!secrets.some((secret) => secret.value === value)) secrets.push({ kind, value });
    return value;
  };
  return {
    url,
    secrets,
    responses,
    keep,
    async send(who, method, route, body, form) {
      const response = await request(who, method, route, body, form);
      record(`${method} ${route.split(/[?#]/, 1)[0]}`, response, []);
      return response;
    },
    async make(who, [method, route, body, form], pick) {
      const response = await request(who, method, route, body, form);
      if (response.status > 299)
        throw new Error(`${method} ${route}: ${response.status} ${JSON.stringify(response.body)}`);
      const picked = pick(response.body);
      for (const [kind, value] of Object.entries(picked)) keep(kind, value);
      record(`${method} ${route}`, response, Object.values(picked));
      return response.body;
    },
  };
}

/** Signs in at the console and keeps the cookie. */
export async function signIn(
  recorder: SecretRecorder,
  email: string,
  password: string,
): Promise<{ cookie: string }> {
  const csrf = await fetch(`${recorder.url}/api/auth/csrf`);
  const { csrfToken }: { csrfToken: string } = await csrf.json();
  const response = await fetch(`${recorder.url}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: cookiesOf(csrf).join("; "), "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ csrfToken, json: "true", email, password }),
  });
  recorder.responses.push({ location: "response of the sign-in", text: await response.text() });
  const cookie = cookiesOf(response).find((pair) => pair.includes(".session=")) ?? "";
  // A JWE: head, no key, vector, ciphertext, tag.
  const [, , , ciphertext] = cookie.slice(cookie.indexOf("=") + 1).split(".");
  if (ciphertext !== undefined) recorder.keep("session cookie", ciphertext);
  return { cookie };
}

const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((line) => line.split(";", 1).join(""));
