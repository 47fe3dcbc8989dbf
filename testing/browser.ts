import { z } from "zod";

import { answerSignIn } from "@/lib/http/sign-in/sign-in";

import type { TestService } from "./service";

/** One browser at the console's sign-in: it stores cookies and sends them back. */
export type Browser = {
  cookies: Map<string, string>;
  /** The cookies as a header. */
  header(): string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Submits a form as next-auth's own client does, with its CSRF token. */
  post(
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>;
};

const Csrf = z.object({ csrfToken: z.string() });

/** Opens a browser. next-auth runs as it does in the service, without a socket in between. */
export function openBrowser({ services }: TestService, address = "203.0.113.7"): Browser {
  const { origin } = services.settings.appUrl;
  // The launcher sets this for the service.
  process.env["NEXTAUTH_URL"] = origin;
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map((pair) => pair.join("=")).join("; ");
  const send = async (path: string, given: Record<string, string>, form?: URLSearchParams) => {
    const common = {
      cookie: header(),
      "x-tidemark-address": address,
      "user-agent": "test browser",
    };
    const headers = { ...common, "sec-fetch-site": "same-origin", ...given };
    const init = form === undefined ? { headers } : { headers, method: "POST", body: form };
    const response = await answerSignIn(new Request(origin + path, init));
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const get = (path: string, headers: Record<string, string> = {}) => send(path, headers);
  return {
    cookies,
    header,
    get,
    async post(path, fields = {}, headers = {}) {
      const { csrfToken } = Csrf.parse(await (await get("/api/auth/csrf")).json());
      const body = new URLSearchParams({ csrfToken, json: "true", ...fields });
      return send(path, headers, body);
    },
  };
}
