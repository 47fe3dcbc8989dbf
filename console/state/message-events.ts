import { asResponse } from "@/lib/api-client/as-response";

/** An event of a message's body (spec 7.19). */
export type MessageEvent = {
  type: "created" | "updated" | "deleted";
  path: string;
  file: { type: string; size: number; modified_at: string } | null;
};

/** The events of a body that this service made. */
export const eventsOf = (body: string): MessageEvent[] =>
  asResponse<{ data: { events: MessageEvent[] } }>(JSON.parse(body)).data.events;
