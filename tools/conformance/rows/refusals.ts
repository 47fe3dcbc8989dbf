import { deepEqual, equal, ok } from "node:assert/strict";
import { randomBytes } from "node:crypto";

import { canonical, signedRequest } from "@/inngest/engine/request";
import { hashedSigningKey } from "@/inngest/engine/signature";
import { type Row, waitFor } from "@/tools/conformance/kit";

const STRANGER = `signkey-prod-${randomBytes(32).toString("hex")}`;

/** Callers without the keys are refused on both sides. */
export const refusals: readonly Row[] = [
  {
    name: "the app runs nothing for a call without a valid signature",
    make({ define, app, event, target }) {
      let started = 0;
      const id = `conformance-${define({}, () => void (started += 1))}`;
      return async () => {
        const unsigned = await callOf(app().url, id, event(), null);
        const foreign = await callOf(app().url, id, event(), STRANGER);
        deepEqual([unsigned, foreign, started], [401, 401, 0]);
        const signed = await callOf(app().url, id, event(), target.signingKey);
        deepEqual([signed, started], [200, 1]);
      };
    },
  },
  {
    name: "the engine accepts no event with a wrong key",
    make({ define, event, post, send }) {
      const seen: unknown[] = [];
      define({}, (context) => void seen.push(context.event.data["n"]));
      return async () => {
        const { status } = await post("/e/wrong-key", JSON.stringify(event({ n: 1 })));
        ok(status >= 400 && status < 500, `answered ${status}`);
        await send(event({ n: 2 }));
        await waitFor("the one with the key", () => seen.length > 0);
        deepEqual(seen, [2]);
      };
    },
  },
  {
    name: "an invalid event is refused, and the others in its request start nothing",
    make({ define, event, post, target }) {
      let started = 0;
      define({}, () => void (started += 1));
      return async () => {
        const bodies = ["{", JSON.stringify({ data: {} }), JSON.stringify([event(), { name: "" }])];
        for (const body of bodies) {
          const { status } = await post(`/e/${target.eventKey}`, body);
          ok(status >= 400 && status < 500, `${body.slice(0, 20)}: answered ${status}`);
        }
        equal(started, 0);
      };
    },
  },
  {
    name: "only the holder of the signing key can register functions",
    make({ define, event, post, send, app }) {
      let started = 0;
      define({}, () => void (started += 1));
      return async () => {
        const body = JSON.stringify({ ...registration(app().url), functions: [] });
        for (const authorization of ["", `Bearer ${hashedSigningKey(STRANGER)}`]) {
          const { status } = await post("/fn/register", body, { authorization });
          ok(status >= 400 && status < 500, `answered ${status}`);
        }
        await send(event());
        await waitFor("the function as before", () => started > 0);
      };
    },
  },
];

function registration(url: string) {
  const app = { appName: "conformance", framework: "test", sdk: "js:v4", v: "0.1" };
  return { url, deployType: "ping", ...app };
}

/** Calls a function of the app as an engine does; returns the status. */
async function callOf(
  url: string,
  fnId: string,
  sent: { name: string },
  signingKey: string | null,
): Promise<number> {
  const to = new URL(url);
  to.searchParams.set("fnId", fnId);
  to.searchParams.set("stepId", "step");
  const event = { ...sent, id: "by-hand", ts: 0 };
  const stack = { stack: [], current: 0 };
  const ctx = { run_id: "by-hand", attempt: 0, stack, use_api: false };
  const text = canonical({ event, events: [event], steps: {}, version: -1, ctx });
  const method = "POST" as const;
  const request =
    signingKey === null
      ? new Request(to, { method, body: text, headers: { "content-type": "application/json" } })
      : signedRequest(
          { serveUrl: url, signingKey },
          { url: to, method, headers: {} },
          text,
          Date.now(),
        );
  const response = await fetch(request);
  await response.body?.cancel();
  return response.status;
}
