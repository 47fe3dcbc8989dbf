import { Pool as HttpPool } from "undici";
import type { z } from "zod";

export type ApiResponse = {
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The response body, validated. */
  json<T extends z.ZodType>(schema: T): z.output<T>;
};

/** Sends one request to the API. @throws Error unless it succeeds */
export type Send = (
  method: "GET" | "PUT" | "POST" | "DELETE",
  route: string,
  body?: string | Buffer,
) => Promise<ApiResponse>;

/** Requests with a key to one web server, over at most so many connections. */
export function openSender(origin: string, key: string, connections: number) {
  const http = new HttpPool(origin, { connections });
  const send: Send = async (method, route, body) => {
    const isJson = typeof body === "string";
    const headers = {
      authorization: `Bearer ${key}`,
      ...(isJson ? { "content-type": "application/json" } : {}),
    };
    const response = await http.request({
      method,
      path: `/api/v1${route}`,
      headers,
      body: body ?? null,
    });
    const text = await response.body.text();
    if (response.statusCode >= 300)
      throw new Error(`${method} ${route}: ${response.statusCode} ${text}`);
    return { headers: response.headers, text, json: (schema) => schema.parse(JSON.parse(text)) };
  };
  return { send, close: () => http.destroy() };
}
