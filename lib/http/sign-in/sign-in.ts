import type { AuthOptions } from "next-auth";
import NextAuth from "next-auth";

import { readCeremony } from "@/lib/auth/ceremony-cookie";
import { deviceCookie, readDevice } from "@/lib/auth/device-cookie";
import { findUser } from "@/lib/auth/find-user";
import { halfCookie, readHalfSignIn } from "@/lib/auth/half-cookie";
import { readSessionCookie } from "@/lib/auth/session-cookie";
import { AppError } from "@/lib/errors";
import { addressKey } from "@/lib/http/peer";
import { toProblem } from "@/lib/http/problem";
import { limitRate } from "@/lib/http/rate-limit";
import { isOwnOrigin } from "@/lib/http/same-origin";
import { newId } from "@/lib/ids";
import { services, type Services } from "@/lib/services";

import { nextAuthOptions } from "./next-auth";
import { recordReply } from "./reply";
import { readAction, readCookies, readForm, readSignInQuery } from "./request";
import type { Visit } from "./visit";

/**
 * Handles `/api/auth/`, the console's sign-in (spec 3.16), with next-auth, called like a Next pages route:
 * this needs nothing of Next and passes it no request headers. The caller's address comes from
 * `x-tidemark-address`, which our server always overwrites.
 */
export async function answerSignIn(request: Request): Promise<Response> {
  const requestId = newId("req");
  const headers = new Headers({ "x-request-id": requestId, "cache-control": "no-store" });
  let response: Response;
  try {
    response = await respond(request, requestId, headers);
  } catch (error) {
    response = toProblem(error, requestId);
  }
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}

async function respond(request: Request, requestId: string, headers: Headers): Promise<Response> {
  const shared = services();
  const { appUrl } = shared.settings;
  const address = request.headers.get("x-tidemark-address") ?? "unknown";
  const { action, provider } = readAction(request);
  if (!isOwnOrigin(request, appUrl)) throw new AppError("cross_origin_request");
  if (request.method === "POST" || action === "callback")
    await limitRate(shared.rateLimits, "anonymous", addressKey(address), headers);
  const cookie = request.headers.get("cookie");
  const visit: Visit = {
    address,
    userAgent: request.headers.get("user-agent") ?? "",
    requestId,
    sessionId: await readSessionCookie(shared.settings, cookie),
    device: await readDevice(shared.settings, cookie),
    enteredId: null,
    half: await readHalfSignIn(shared.settings, cookie),
    ceremony: readCeremony(shared.settings, cookie),
    target: "/",
    failure: null,
  };
  const options = nextAuthOptions(shared, visit);
  if (provider !== undefined && !options.providers.some(({ id }) => id === provider))
    throw new AppError("not_found");
  const { reply, finish } = recordReply();
  const { connect, confirm, ...body } = await readForm(request, appUrl.origin);
  // Refused before the redirect to the provider; checked again when it returns.
  if (action === "signin" && connect !== undefined) await requireRecentSignIn(shared, visit);
  // The provider must then authenticate the user again and say when it did.
  const fresh = action === "signin" && confirm !== undefined ? { max_age: "0" } : {};
  const cookies = readCookies(cookie, options, appUrl.origin);
  visit.target = pathOf(cookies[options.cookies?.callbackUrl?.name ?? ""], appUrl);
  const asked = {
    method: request.method === "POST" ? "POST" : "GET",
    headers: {},
    query: {
      ...readSignInQuery(request, action, appUrl.origin),
      ...fresh,
      nextauth: provider === undefined ? [action] : [action, provider],
    },
    body,
    cookies,
  };
  const { half } = visit;
  await nextAuth(asked, reply, options);
  const response =
    visit.failure === null ? finish() : await refused(visit.failure, requestId, appUrl.origin);
  for (const line of await ownCookies(shared, visit, half))
    response.headers.append("set-cookie", line);
  return response;
}

function pathOf(url: string | undefined, origin: URL): string {
  const { pathname, search, hash } = new URL(url ?? "/", origin);
  return pathname + search + hash;
}

/** The cookies that are not the library's: of a known browser, and of a sign-in that lacks a code. */
async function ownCookies(
  { settings }: Services,
  { enteredId, device, half }: Visit,
  before: Visit["half"],
): Promise<string[]> {
  if (enteredId !== null)
    return [await deviceCookie(settings, device, enteredId), await halfCookie(settings, null)];
  return half === null || half === before ? [] : [await halfCookie(settings, half)];
}

// Refuses a caller who may have only a stolen cookie, as authorise does for operations.
async function requireRecentSignIn(shared: Services, { sessionId }: Visit): Promise<void> {
  const user = await findUser(shared, sessionId);
  if (user === null) throw new AppError("unauthenticated");
  if (!user.isRecent) throw new AppError("reauthentication_required");
}

/** An error response, with the page to which next-auth's client redirects. */
async function refused(failure: unknown, requestId: string, origin: string): Promise<Response> {
  const problem = toProblem(failure, requestId);
  const body = (await problem.json()) as { detail: { code: string } };
  const url = `${origin}/sign-in?error=${body.detail.code}`;
  const { status, headers } = problem;
  headers.delete("content-length");
  return Response.json({ url, ...body }, { status, headers });
}

// Node imports the CommonJS module as a whole, bundlers its default export.
const loaded: unknown = "default" in NextAuth ? NextAuth.default : NextAuth;
// The types require whole Next objects; next-auth uses only these parts.
const nextAuth = loaded as (asked: object, reply: object, options: AuthOptions) => Promise<void>;
