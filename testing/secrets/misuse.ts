import { api } from "@/lib/contract/api";
import type { Operation } from "@/lib/contract/operation";

import type { Secret } from "./find-leaks";
import type { SecretRecorder, Who } from "./recorder";
import type { Journey } from "./sources";

/**
 * Sends a secret everywhere it does not belong, as a confused client does; every response and log
 * line is searched.
 */
export async function misuse(recorder: SecretRecorder, { value }: Secret): Promise<void> {
  const part = encodeURIComponent(value);
  const safe = /^[\x20-\x7e]*$/.test(value) ? value : part;
  await recorder.send(safe, "GET", "/api/v1/me");
  await recorder.send({ cookie: `tidemark.session=${part}` }, "GET", "/api/v1/me");
  await recorder.send(null, "GET", `/api/v1/${part}`);
  await recorder.send(null, "POST", `/api/v1/mount-sessions/${part}:renew`);
  await recorder.send(null, "GET", `/api/v1/openapi.json?token=${part}`);
  await recorder.send(null, "POST", "/api/v1/mount-sessions:exchange", {
    ticket: value,
    public_key: value,
  });
  await recorder.send(null, "POST", "/api/v1/mount-sessions:exchange", `{"ticket":"${value}`);
  await recorder.send(null, "POST", "/api/v1/auth/sign-up", {
    token: value,
    name: 1,
    password: [value],
  });
  await recorder.send(
    null,
    "POST",
    "/oauth/token",
    { grant_type: value, refresh_token: value },
    true,
  );
  await recorder.send(null, "POST", `/api/inngest?fnId=${part}`, { token: value });
  // A page may show its reader the URL they requested; what matters is what the service logs of it.
  for (const page of [`/${part}`, `/sign-in?error=${part}`, `/device?user_code=${part}`])
    await fetch(recorder.url + page).then((response) => response.text());
}

// Query parameters required beyond the ids in the path.
const QUERIES: Record<string, string> = {
  readFile: "?path=/mounted",
  statEntry: "?path=/mounted",
  listEntries: "?path=/",
  searchEntries: "?path=/&query=mounted",
  readArchive: "?path=/mounted",
  listMountSessions: "?ended=true",
  listSupportClusters: "?by=host",
};

/** Reads every readable resource that the journey created; returns those it could not read. */
export async function readAll({ recorder, owner, params }: Journey, staff: Who): Promise<string[]> {
  const refused: string[] = [];
  for (const op of Object.values(api).flatMap((group): Operation[] => Object.values(group))) {
    if (op.method !== "GET" || op.events === "only") continue;
    const path = op.path.replaceAll(
      /\{(\w+)\}/g,
      (all: string, name: string) => params[name] ?? all,
    );
    const who = op.access.scope === "support" ? staff : owner.who;
    const { status } = await recorder.send(who, "GET", path + (QUERIES[op.id] ?? ""));
    if (status !== 200) refused.push(`${op.id} ${status}`);
  }
  return refused;
}

/** Reads a stream of events until the signal fires. */
export async function listen(
  recorder: SecretRecorder,
  key: string,
  route: string,
  signal: AbortSignal,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, accept: "text/event-stream" };
  const response = await fetch(recorder.url + route, { headers, signal });
  const streamed = { location: `stream ${route}`, text: "" };
  recorder.responses.push(streamed);
  try {
    for await (const chunk of response.body ?? []) streamed.text += Buffer.from(chunk).toString();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
