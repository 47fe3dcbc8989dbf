import { deepEqual, equal, ok } from "node:assert/strict";
import { randomUUID } from "node:crypto";

import { cron, type EventPayload } from "inngest";

import { pauseBriefly, type Row, waitFor } from "@/tools/conformance/kit";

const MINUTE_MS = 60_000;
const MANY = 500;

/** What starts a run, and how often. */
export const events: readonly Row[] = [
  {
    name: "an event starts a run and arrives unchanged",
    make({ define, event, send }) {
      const seen: unknown[] = [];
      define({}, (context) => void seen.push(fieldsOf(context.event)));
      return async () => {
        const id = randomUUID();
        const sent = {
          ...event({ text: "ä\u0000€😀", n: 1.5, none: null, deep: [{ a: [] }] }),
          id,
        };
        const ts = Date.now() - 5_000;
        await send({ ...sent, ts });
        await waitFor("the run", () => seen.length > 0);
        deepEqual(seen, [{ ...sent, ts }]);
      };
    },
  },
  {
    name: "an event starts every function it triggers, once",
    make({ define, event, send }) {
      const seen: string[] = [];
      for (const name of ["a", "b", "c"]) define({}, () => void seen.push(name));
      return async () => {
        await send(event());
        await waitFor("all three", () => seen.length >= 3);
        await pauseBriefly();
        deepEqual(seen.toSorted(), ["a", "b", "c"]);
      };
    },
  },
  {
    name: `${MANY} events of one request start ${MANY} runs, each once`,
    alone: true,
    make({ define, event, send }) {
      const seen: number[] = [];
      define({}, (context) => void seen.push(Number(context.event.data["n"])));
      return async () => {
        const ids = await send(...Array.from({ length: MANY }, (_, n) => event({ n })));
        equal(new Set(ids).size, MANY);
        await waitFor("all runs", () => new Set(seen).size === MANY);
        equal(seen.length, MANY);
      };
    },
  },
  {
    name: "one event id starts one run: in one request, in two, and with different data",
    make({ define, event, send }) {
      const seen: unknown[] = [];
      define({}, (context) => void seen.push(context.event.data["n"]));
      return async () => {
        const id = randomUUID();
        await send({ ...event({ n: 1 }), id });
        await waitFor("the first", () => seen.length === 1);
        await send({ ...event({ n: 2 }), id }, { ...event({ n: 3 }), id });
        await send({ ...event({ n: 4 }), id: randomUUID() });
        await waitFor("different id", () => seen.includes(4));
        await pauseBriefly();
        deepEqual(seen, [1, 4]);
      };
    },
  },
  {
    name: "a request repeated with its seed has the same ids and starts nothing twice",
    make({ define, event, post, target }) {
      const seen: unknown[] = [];
      define({}, (context) => void seen.push(context.event.id));
      return async () => {
        const seed = `${Date.now()},${Buffer.from(randomUUID().slice(0, 10)).toString("base64")}`;
        const body = JSON.stringify([event(), event()]);
        const headers = { "x-inngest-event-id-seed": seed };
        const first = await post(`/e/${target.eventKey}`, body, headers);
        const second = await post(`/e/${target.eventKey}`, body, headers);
        deepEqual(JSON.parse(second.text), JSON.parse(first.text));
        await waitFor("both runs", () => seen.length >= 2);
        await pauseBriefly();
        equal(seen.length, 2);
      };
    },
  },
  {
    name: "an event that triggers no function is accepted and dropped",
    make({ define, event, send }) {
      let started = 0;
      define({}, () => void (started += 1));
      return async () => {
        const ids = await send(event({}, "/nobody"), event());
        equal(ids.length, 2);
        await waitFor("the event that triggers a function", () => started > 0);
        equal(started, 1);
      };
    },
  },
  {
    name: "a function can send events as a step; they go out once",
    make({ define, event, send }) {
      const got: number[] = [];
      let ids: unknown = null;
      define({}, async ({ step }) => {
        const next = [event({ n: 1 }, "/next"), event({ n: 2 }, "/next")];
        ids = await step.sendEvent("send", next);
        await step.sleep("nap", "1s");
        await step.run("end", () => null);
      });
      const triggers = [{ event: event({}, "/next").name }];
      define({ triggers }, (context) => void got.push(Number(context.event.data["n"])));
      return async () => {
        await send(event());
        await waitFor("both", () => got.length >= 2 && ids !== null);
        await pauseBriefly();
        deepEqual(
          got.toSorted((a, b) => a - b),
          [1, 2],
        );
        ok(typeof ids === "object" && ids !== null && "ids" in ids);
        equal(Array.isArray(ids.ids) && ids.ids.length, 2);
      };
    },
  },
  {
    name: "a cron trigger starts a run at the full minute, once a minute",
    make({ define, target }) {
      const seen: { data: unknown; late: number }[] = [];
      define({ triggers: [cron("* * * * *")], retries: 0 }, ({ event: { name, data } }) => {
        equal(name, "inngest/scheduled.timer");
        seen.push({ data, late: target.now() % MINUTE_MS });
      });
      return async () => {
        await waitFor("a run", () => seen.length > 0);
        await pauseBriefly();
        const [{ data, late } = { data: null, late: NaN }] = seen;
        const minute = new Date(Math.floor(target.now() / MINUTE_MS) * MINUTE_MS);
        const at = minute.toISOString().replace(".000", "");
        deepEqual(data, { cron: "* * * * *", fireAt: at, scheduledAt: at });
        ok(late < 20_000, `${late} ms after the full minute`);
        equal(seen.length, 1);
      };
    },
  },
];

function fieldsOf({ name, data, id, ts }: EventPayload) {
  return { name, data, id, ts };
}
