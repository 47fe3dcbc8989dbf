import { call } from "./tenant";

/**
 * Runs one step, written as `put /a/f parents`, `move /a /b overwrite`, `symlink target /s` or
 * `patch /f mode=0600`: a verb, its paths, and options with or without a value. A put writes the
 * text `text` unless `content=` is given.
 */
export function runStep(service: { url: string }, key: string, base: string, step: string) {
  const [verb = "", first = "", ...rest] = step.split(" ");
  const send = (method: string, route: string, body?: object | string, headers = {}) =>
    call(service, key, method, base + route, body, headers);
  const options = rest.filter((word) => !word.startsWith("/"));
  const second = rest.find((word) => word.startsWith("/"));
  const { content = "text", ...more } = readOptions(options);
  const path = `path=${encodeURIComponent(first)}`;
  const query = [path, ...Object.entries(more).map(([name, value]) => `${name}=${value}`)].join(
    "&",
  );
  const headers = typeof more["if_match"] === "string" ? { "if-match": more["if_match"] } : {};
  if (verb === "put") return send("PUT", `/files?${query}`, String(content));
  if (verb === "get") return send("GET", `/files?${query}`);
  if (verb === "delete")
    return send("DELETE", `/files?${query.replace(/&if_match=.*/, "")}`, undefined, headers);
  if (verb === "mkdir") return send("POST", "/directories", { path: first, ...more });
  if (verb === "stat") return send("GET", `/files:stat?${path}`);
  const { if_match: _, ...change } = more;
  if (verb === "patch") return send("PATCH", `/files?${path}`, change, headers);
  if (verb === "link" || verb === "symlink")
    return send("POST", `/files:${verb}`, { target: first, path: second });
  if (verb === "move" || verb === "copy")
    return send("POST", `/files:${verb}`, { from: first, to: second, ...more });
  throw new Error(`no such step: ${step}`);
}

function readOptions(words: string[]): Record<string, string | true> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf("=");
      return at < 0 ? [word, true] : [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}
