import { Webhook } from "standardwebhooks";
import { request } from "undici";
import type { z } from "zod";

import type { LISTENER_FAILURES, ListenerMessage } from "@/lib/contract/listeners";

/** A message of a listener's stream. */
export type Message = z.infer<typeof ListenerMessage>;

/** What came of it here: a status, why there is none, or null if it took too long. */
export type Response = number | (typeof LISTENER_FAILURES)[number] | null;

/** Receives a message, within its time. */
export type Receive = (message: Message) => Promise<Response>;

/** Sends messages to a local program exactly as the service would. */
export const forwardTo =
  (url: URL): Receive =>
  async ({ headers, body, timeout_ms }) => {
    const signal = AbortSignal.timeout(Math.max(1, timeout_ms));
    try {
      const times = { headersTimeout: 0, bodyTimeout: 0 };
      const response = await request(url, { method: "POST", headers, body, signal, ...times });
      // The status has decided; a body that never ends must not hold anything up.
      response.body.on("error", () => undefined).destroy();
      const { statusCode: status } = response;
      return status >= 200 && status <= 599 ? status : "bad_http";
    } catch (error) {
      return signal.aborted ? null : failureOf(error);
    }
  };

/** Verifies messages itself instead of a local program: 200 if the signature is right, else 400. */
export const verifyWith = (secret: string): Receive => {
  const webhook = new Webhook(secret);
  return async ({ headers, body }) => {
    try {
      webhook.verify(body, headers);
      return 200;
    } catch {
      return 400;
    }
  };
};

function failureOf(error: unknown) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ECONNREFUSED") return "refused";
  if (code.startsWith("HPE_")) return "bad_http";
  if (code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET") return "closed";
  return "unreachable";
}
