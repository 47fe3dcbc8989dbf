import type { EngineContext } from "./context";
import { errorName } from "./context";
import { readFunctions, UnsupportedFunctionError } from "./functions";
import { pause } from "./pause";
import { canonical, signedRequest } from "./request";
import { isSigned } from "./signature";
import { keepFunctions } from "./store/functions";
import { keepSlots } from "./store/slot";

const TRIES = 10;

/** The app cannot be asked for its functions, or does not know our signing key. */
class SyncError extends Error {
  override readonly name = "SyncError";
}

/**
 * Asks the app for its functions by a signed in-band PUT (spec 11.3), once a second while it
 * cannot be reached.
 * @throws SyncError if it stays unreachable or answers anything but a list we can trust;
 *   UnsupportedFunctionError as `readFunctions`.
 */
export async function syncInBand(engine: EngineContext): Promise<void> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      await registerFunctions(engine, await askForFunctions(engine));
      return;
    } catch (error) {
      if (error instanceof UnsupportedFunctionError || error instanceof SyncError || left === 0)
        throw error;
      engine.log.warn({ error: errorName(error) }, "engine: the app cannot be reached yet");
      await pause(1_000, engine.closing);
    }
  }
}

/** Takes over a list of functions. True: it differs from the one before. @throws as `readFunctions`. */
export async function registerFunctions(engine: EngineContext, list: unknown): Promise<boolean> {
  const specs = readFunctions(list);
  const configs = Array.isArray(list) ? list.map((one) => canonical(one)) : [];
  const modified = await keepFunctions(
    engine.pool,
    specs.map((spec, i) => ({ id: spec.id, config: configs[i] ?? "" })),
  );
  await keepSlots(
    engine.pool,
    specs.flatMap(({ id, concurrency }) =>
      concurrency === null ? [] : [{ id, limit: concurrency }],
    ),
  );
  engine.registry.replace(specs);
  return modified;
}

async function askForFunctions(engine: EngineContext): Promise<unknown> {
  const { serveUrl, signingKey } = engine.app;
  const headers = { "x-inngest-sync-kind": "in_band" };
  const to = { url: new URL(serveUrl), method: "PUT" as const, headers };
  const text = canonical({ url: serveUrl });
  const response = await engine.call(signedRequest(engine.app, to, text, Date.now()));
  const body = await response.text();
  if (response.status === 401)
    throw new SyncError("the app does not know the engine's signing key");
  if (response.status !== 200) {
    const why = `the app answered ${response.status} to the sync`;
    throw response.headers.has("x-inngest-sdk") ? new SyncError(why) : new Error(why);
  }
  if (response.headers.get("x-inngest-sync-kind") !== "in_band") {
    throw new SyncError(
      "the app does not answer in band: INNGEST_ALLOW_IN_BAND_SYNC must not be off",
    );
  }
  if (!isSigned(signingKey, response.headers.get("x-inngest-signature"), body, Date.now())) {
    throw new SyncError(
      "the app does not sign its answers: it must run in cloud mode (INNGEST_DEV=0)",
    );
  }
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === "object" && parsed !== null && "functions" in parsed
    ? parsed.functions
    : null;
}
