import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { passkeysApi } from "@/lib/api-client/calls/passkeys";
import { type FailureCode, request, RequestError } from "@/lib/api-client/request";
import { browserName } from "@/lib/browser-name";
import type { passkeys } from "@/lib/contract/passkeys";

import { post } from "./session";

// Only a page on which a passkey is used needs it.
const load = () => import("@simplewebauthn/browser");

export type Passkey = z.infer<typeof passkeys.rename.result>;

/** The user's passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ["me", "passkeys"],
  queryFn: ({ signal }) => request(passkeysApi.list, { signal }),
});

/**
 * Lets the browser create a passkey, and adds it. Returns it, with recovery codes if it is the first second factor.
 * @throws RequestError `already_exists` if the authenticator has one, `passkey_invalid` if it created none
 */
export async function addPasskey(name: string) {
  const optionsJSON = await request(passkeysApi.start);
  const { startRegistration } = await load();
  const credential = await startRegistration({ optionsJSON }).catch(refuse);
  return request(passkeysApi.add, { body: { name, credential } });
}

/** A name for a passkey that this browser creates, as in "Chrome on macOS". */
export const suggestName = () => browserName(navigator.userAgent);

/** Renames a passkey. */
export const renamePasskey = (id: string, name: string) =>
  request(passkeysApi.rename, { params: { passkey_id: id }, body: { name } });

/** Removes a passkey from the account. */
export const removePasskey = (id: string) =>
  request(passkeysApi.remove, { params: { passkey_id: id } });

/** Confirms with a passkey that this session is used by its owner. @throws RequestError `passkey_invalid` */
export async function reauthenticateWithPasskey(): Promise<void> {
  const credential = await sign(await request(passkeysApi.startConfirmation));
  await request(passkeysApi.confirm, { body: { credential } });
}

/** Signs in with a passkey alone. @throws RequestError `passkey_invalid` */
export async function signInWithPasskey(): Promise<void> {
  const options = await request(passkeysApi.startSignIn, { body: { step: "sign_in" } });
  await post("/callback/passkey", { passkey: JSON.stringify(await sign(options)) });
}

const startSecond = () => request(passkeysApi.startSignIn, { body: { step: "second_factor" } });

/** Whether a passkey can complete the sign-in that this browser has begun. */
export const secondPasskeyQuery = queryOptions({
  queryKey: ["second-factor", "passkey"],
  queryFn: async () => (await startSecond()).allowCredentials.length > 0,
  retry: false,
  gcTime: 0,
});

/** Completes a sign-in with a passkey. @throws RequestError `passkey_invalid`, `unauthenticated` if it has to begin again */
export async function enterPasskey(): Promise<void> {
  const passkey = JSON.stringify(await sign(await startSecond()));
  await post("/callback/second-factor", { passkey });
}

type Options = Awaited<ReturnType<typeof startSecond>>;

async function sign(optionsJSON: Options) {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON }).catch(refuse);
}

// Browsers reveal little: a dialog that was closed, one that timed out and a missing passkey are the same.
function refuse(error: unknown): never {
  const { code: reason }: { code?: unknown } = Object(error);
  const isKnown = reason === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
  const code: FailureCode = isKnown ? "already_exists" : "passkey_invalid";
  throw new RequestError({ status: 0, code });
}
