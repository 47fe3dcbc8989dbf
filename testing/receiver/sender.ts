import https from "node:https";

import { signature, signingKey } from "@/kits/typescript/verify";

export const TEST_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export type SendOptions = {
  port: number;
  ca: string;
  body: string;
  /** Changes to a correctly signed request. */
  method?: string;
  path?: string;
  headers?: Record<string, string | undefined>;
  /** Seconds since 1970; default now. */
  timestamp?: string;
};

/** Sends a signed message as the service would and returns the status and the response JSON. */
export function send(options: SendOptions): Promise<{ status: number; json: unknown }> {
  const body = Buffer.from(options.body);
  const id = `msg_${body.length}`;
  const timestamp = options.timestamp ?? String(Math.floor(Date.now() / 1000));
  const headers: Record<string, string | undefined> = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature(signingKey(TEST_SECRET), id, timestamp, body),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const request = https.request({
      host: "127.0.0.1",
      port: options.port,
      servername: "receiver.test",
      ca: options.ca,
      method: options.method ?? "POST",
      path: options.path ?? "/webhook",
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value)),
      agent: false,
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, json: text === "" ? null : JSON.parse(text) });
      });
    });
    request.end(body);
  });
}

/** Returns the body of a message. */
export function messageBody(
  type: "files.changed" | "files.resync",
  cursor: number | bigint,
  events: unknown[] = [],
): string {
  const timestamp = new Date(0).toISOString();
  const data = { webhook_id: "wh_1", filesystem_id: "fs_1", events, cursor: cursor.toString() };
  return JSON.stringify({ type, timestamp, data });
}
