import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http";

type Heads = OutgoingHttpHeaders | OutgoingHttpHeader[];

// A response that no client reads is kept whole. Streams send a heartbeat more often.
const UNREAD_MS = 60_000;

/** Responses whose connection is cut when the client takes nothing of them for so long (spec 10.5). */
export const cutUnread = (unreadMs = UNREAD_MS) =>
  class extends ServerResponse {
    // With the first byte, as what comes before may take its time. Node sets another time once all is sent.
    override writeHead(status: number, reason?: string | Heads, heads?: Heads): this {
      this.socket?.setTimeout(unreadMs);
      if (typeof reason === "string") return super.writeHead(status, reason, heads);
      return super.writeHead(status, reason ?? heads);
    }
  };
