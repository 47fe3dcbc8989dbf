import http from "node:http";
import https from "node:https";

import type { z } from "zod";

import { signingKey, verify } from "@/kits/typescript/verify";
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
  ({ headers, body, timeout_ms }) => {
    const signal = AbortSignal.timeout(Math.max(1, timeout_ms));
    const { request } = url.protocol === "https:" ? https : http;
    return new Promise((resolve) => {
      const outgoing = request(url, { method: "POST", headers, signal }, (response) => {
        const { statusCode: status = 0 } = response;
        resolve(status >= 200 && status <= 599 ? status : "bad_http");
        // The status has decided; a body that never ends must not hold anything up.
        response.destroy();
      });
      outgoing.on("error", (error) => resolve(signal.aborted ? null : failureOf(error)));
      outgoing.end(body);
    });
  };

/** Verifies messages itself instead of a local program: 200 if the signature is right, else 400. */
export const verifyWith = (secret: string): Receive => {
  const keys = [signingKey(secret)];
  return ({ headers, body }) => {
    const signed = {
      id: headers["webhook-id"],
      timestamp: headers["webhook-timestamp"],
      signature: headers["webhook-signature"],
    };
    const verdict = verify(keys, signed, Buffer.from(body), Date.now() / 1000);
    return Promise.resolve(verdict === "authentic" ? 200 : 400);
  };
};

function failureOf(error: unknown) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ECONNREFUSED") return "refused";
  if (code.startsWith("HPE_")) return "bad_http";
  if (code === "ECONNRESET" || code === "EPIPE") return "closed";
  return "unreachable";
}
