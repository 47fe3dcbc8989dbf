/**
 * The part of a Node response that next-auth uses, and `finish`, which turns it into a web platform
 * Response.
 */
export function recordReply() {
  const headers = new Headers();
  let status = 200;
  let body: string | null = null;
  const json = (value: unknown) => {
    headers.set("content-type", "application/json");
    body = JSON.stringify(value);
  };
  const reply = {
    status(code: number) {
      status = code;
      return reply;
    },
    getHeader: (name: string) =>
      name.toLowerCase() === "set-cookie"
        ? headers.getSetCookie()
        : (headers.get(name) ?? undefined),
    setHeader(name: string, value: string | string[]) {
      headers.delete(name);
      for (const each of [value].flat()) headers.append(name, each);
      return reply;
    },
    json,
    send(value: unknown) {
      if (typeof value === "string") body = value;
      else if (value !== undefined) json(value);
    },
    end: () => undefined,
  };
  return { reply, finish: () => new Response(body, { status, headers }) };
}
