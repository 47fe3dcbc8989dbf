import type { RouteHandler } from "./handle";
import { refuse } from "./problem";

type Route = { pattern: RegExp; names: string[]; methods: Map<string, RouteHandler> };

/**
 * Routes requests by the paths their operations declare. A colon verb (`files:move`) also matches
 * `files%3Amove`, never `files/move`.
 */
export function createRouter(
  handlers: Iterable<RouteHandler>,
): (request: Request) => Promise<Response> {
  const routes = new Map<string, Route>();
  for (const handler of handlers) {
    const { method, path } = handler.operation;
    const route = routes.get(path) ?? compile(path);
    route.methods.set(method, handler);
    if (method === "GET") route.methods.set("HEAD", handler);
    routes.set(path, route);
  }
  // So that `webhooks/stream` is tried before `webhooks/{webhook_id}`.
  const table = [...routes.values()].toSorted((a, b) => a.names.length - b.names.length);
  return async (request) => {
    const { pathname } = new URL(request.url);
    for (const route of table) {
      const match = route.pattern.exec(pathname);
      if (match === null) continue;
      const handler = route.methods.get(request.method);
      const params = readParams(route.names, match);
      if (handler !== undefined) return handler(request, { params: Promise.resolve(params) });
      // `mount-sessions/exchange` is not a session, so no other method could apply.
      if (Object.entries(params).some(isMalformed)) return refuse("not_found");
      return refuse("method_not_allowed", allowed(route));
    }
    return refuse("not_found");
  };
}

function compile(path: string): Route {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const source = path
    .replace(/[.]/g, "\\$&")
    .replace(/:/g, "(?::|%3[aA])")
    .replace(/\{\w+\}/g, "([^/:]+?)");
  return { pattern: new RegExp(`^${source}$`), names, methods: new Map() };
}

// Invalid percent-encoding matches no id and is not found later.
function readParams(names: string[], match: RegExpExecArray): Record<string, string> {
  return Object.fromEntries(names.map((name, i) => [name, match[i + 1] ?? ""]));
}

const isMalformed = ([name, value]: [string, string]) =>
  name.endsWith("_id") && !/^[a-z]+_[0-9a-z]{26}$/.test(value);

const allowed = (route: Route) => ({ allow: [...route.methods.keys()].join(", ") });
