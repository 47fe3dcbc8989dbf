import { z } from "zod";

import { FilesystemParams, Id, none, noResult } from "./common";
import { Name } from "./name";
import { operation } from "./operation";
import { newWebhook, NewWebhook, rw, WebhookParams, WEBHOOKS } from "./webhooks";

/** What can go wrong between a stream and the local program, as `response` of a listener names it. */
export const LISTENER_FAILURES = ["refused", "closed", "unreachable", "bad_http"] as const;

/** A message as the stream of a listener carries it. */
export const ListenerMessage = z.object({
  request_id: Id("fwd"),
  timeout_ms: z.int().meta({ description: "Milliseconds left to respond." }),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});

export const listeners = {
  create: operation({
    id: "createListener",
    method: "POST",
    path: "/api/v1/orgs/{org_id}/filesystems/{fs_id}/listeners",
    summary:
      "Create a listener: a webhook whose messages a stream carries to a program on your machine",
    access: rw,
    rate: "management",
    params: FilesystemParams,
    query: none,
    body: z.strictObject({
      machine: Name.meta({ description: "Becomes its description.", example: "ada-laptop" }),
      secret: z
        .string()
        .regex(/^whsec_[A-Za-z0-9+/]{32}$/)
        .optional()
        .meta({
          description: "The signing secret, `whsec_` and 24 bytes in base64; by default a new one.",
          example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        }),
    }),
    result: NewWebhook,
    example: {
      result: {
        ...newWebhook.result,
        url: "https://wh_01kb3x6v7cf2dsk8xkqz4n5w9a.listener.tidemark.invalid/",
        path_prefix: "/",
        description: "ada-laptop",
      },
    },
    status: 201,
    errors: ["webhook_limit_reached"],
  }),
  stream: operation({
    id: "streamListener",
    method: "GET",
    path: `${WEBHOOKS}/{webhook_id}/listen`,
    summary: "Stream the messages of a listener; it is deleted a minute after its stream has ended",
    access: rw,
    rate: "management",
    params: WebhookParams,
    query: none,
    result: z.string().meta({
      description: `\`event: message\` carries \`{"request_id", "timeout_ms", "headers", "body"}\`: an attempt to which \
\`respondToListener\` responds. \`event: webhook\` carries the webhook, at first and when it has changed. A second \
stream takes over. \`event: heartbeat\` is sent every 2 s. The stream closes after \`event: end\`, which carries the \
error detail a new request would get.`,
    }),
    events: "only",
    holds: "stream",
    status: 200,
    errors: ["listener_replaced"],
  }),
  respond: operation({
    id: "respondToListener",
    method: "POST",
    path: `${WEBHOOKS}/{webhook_id}/listen`,
    summary: "Respond to a message of a listener's stream; the response decides the attempt",
    access: rw,
    rate: "management",
    params: WebhookParams,
    query: none,
    body: z.strictObject({
      request_id: Id("fwd"),
      response: z.union([z.int().min(200).max(599), z.enum(LISTENER_FAILURES)]).meta({
        description: "The status of the local program's response, or why there is none.",
        example: 200,
      }),
    }),
    result: noResult,
    status: 204,
    errors: ["listener_response_late"],
  }),
};
