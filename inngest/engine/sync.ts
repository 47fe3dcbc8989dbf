import type { EngineContext } from "./context";
import { errorName } from "./context";
import { readFunctions, UnsupportedFunctionError } from "./functions";
import { pause } from "./pause";
import { canonical, signedRequest } from "./request";
import { isSigned } from "./signature";
import { keepFunctions } from "./store/functions";
import { keepSlots } from "./store/slot";

const TRIES = 10;

/** The app does not return its functions, or does not know our signing key. */
class SyncError extends Error {
  override readonly name = "SyncError";
}

/**
 * Requests the app's functions by a signed in-band PUT (spec 11.3), once a second while it is
 * unreachable.
 * @throws SyncError if it stays unreachable or returns anything but a signed list;
 *   UnsupportedFunctionError as `readFunctions`
 */
export async function syncInBand(engine: EngineContext): Promise<void> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      await registerFunctions(engine, await requestFunctions(engine));
      return;
    } catch (error) {
      if (error instanceof UnsupportedFunctionError || error instanceof SyncError || left === 0)
        throw error;
      engine.log.warn(
        { error: errorName(error) },
        "engine: the app is not reachable yet, retrying",
      );
      await pause(1_000, engine.closing);
    }
  }
}

/**
 * Registers a list of functions. True: it differs from the one before.
 * @throws as `readFunctions`
 */
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

async function requestFunctions(engine: EngineContext): Promise<unknown> {
  const { serveUrl, signingKey } = engine.app;
  const headers = { "x-inngest-sync-kind": "in_band" };
  const to = { url: new URL(serveUrl), method: "PUT" as const, headers };
  const text = canonical({ url: serveUrl });
  const response = await engine.call(signedRequest(engine.app, to, text, Date.now()));
  const body = await response.text();
  if (response.status === 401)
    throw new SyncError("the app does not know the engine's signing key");
  if (response.status !== 200) {
    const why = `the app responded to the sync with ${response.status}`;
    throw response.headers.has("x-inngest-sdk") ? new SyncError(why) : new Error(why);
  }
  if (response.headers.get("x-inngest-sync-kind") !== "in_band") {
    throw new SyncError(
      "the app does not support in-band sync: INNGEST_ALLOW_IN_BAND_SYNC must not be off",
    );
  }
  if (!isSigned(signingKey, response.headers.get("x-inngest-signature"), body, Date.now())) {
    throw new SyncError(
      "the app does not sign its responses: it must run in cloud mode (INNGEST_DEV=0)",
    );
  }
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === "object" && parsed !== null && "functions" in parsed
    ? parsed.functions
    : null;
}
