import type { openSession } from "@/lib/accounts/sessions/open-session";
import type { Device } from "@/lib/auth/device-cookie";
import type { HalfSignIn } from "@/lib/auth/half-cookie";

/** One request to next-auth: its caller, and its error, which next-auth itself would swallow. */
export type Visit = {
  address: string;
  userAgent: string;
  requestId: string;
  /** The session id in the request's cookie, active or not. */
  sessionId: string | null;
  device: Device | null;
  /** The user who signed in with this request. */
  enteredId: string | null;
  /** The sign-in that lacks only a code: from the cookie, and what this request leaves in it. */
  half: HalfSignIn | null;
  /** The browser as challenges of passkeys name it, from its cookie. */
  ceremony: string | null;
  /** The page to open afterwards, from the library's cookie. */
  target: string;
  failure: unknown;
};

/** A user whose sign-in is complete, with what proves it. */
export type Entered = Parameters<typeof openSession>[1]["user"];
