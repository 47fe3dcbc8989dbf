import { EventEmitter, once } from "node:events";

import { drain } from "@/lib/delivery/drain";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { verify } from "@/lib/delivery/invariants/verify";

import { createHook, type Delivering, type Hook, skipWaits } from "./delivering";
import { eventually } from "./eventually";
import { call } from "./tenant";

/** What tests of a webhook's verbs do with the webhooks of a file. */
export function createVerbs(all: Delivering) {
  /** Sends what is due, without waiting for pace or backoff. */
  const sendNext = async (hook: Hook) => {
    await fanOutPending(all.service.services);
    await skipWaits(all, hook.id);
    await drain(all.service.services, hook.id);
  };
  /** A webhook that is up to date. */
  const createIdle = async (prefix = "/") => {
    const hook = await createHook(all, prefix);
    await sendNext(hook);
    return hook;
  };
  return {
    sendNext,
    createIdle,
    verb: (hook: Hook, name: string, key = all.tenant.key) =>
      call(all.service, key, "POST", `${hook.route}:${name}`),
    edit: (hook: Hook, body: object, key = all.tenant.key) =>
      call(all.service, key, "PATCH", hook.route, body),
    query: (text: string, values: unknown[]) => all.service.services.pool.query(text, values),
    row: ({ id }: Hook) => all.service.services.db.webhook.findUniqueOrThrow({ where: { id } }),
    sent: (hook: Hook) => hook.received().map(({ body }) => JSON.parse(body)),
    /** The invariants of its state that it breaks; its log has the waits that tests skip. */
    broken: async ({ id }: Hook) =>
      (await verify(all.service.services.db)).filter(({ ids }) => ids.includes(id)),
    /** Deliveries with the numbers and outcomes of their attempts, oldest first. */
    log: async ({ id }: Hook) => {
      const { rows } = await all.service.services.pool.query<{ line: string }>(
        `SELECT d.type || ' ' || d.status || coalesce(' ' || string_agg(a.number || ':' || a.outcome, ' ' ORDER BY a.id), '') AS line
         FROM delivery d LEFT JOIN attempt a ON a.delivery_id = d.id WHERE d.webhook_id = $1
         GROUP BY d.id ORDER BY d.cursor`,
        [id],
      );
      return rows.map(({ line }) => line);
    },
    /** A webhook whose message about `/a` failed once. */
    createFailing: async (prefix = "/") => {
      const hook = await createIdle(prefix);
      await hook.put(`${prefix === "/" ? "" : prefix}/a`);
      all.respond = () => ({ status: 503 });
      await sendNext(hook);
      all.respond = () => ({ status: 200 });
      return hook;
    },
    /** Runs `meanwhile` while an attempt is in flight, then responds to it and waits until it is recorded. */
    whileInFlight: async (hook: Hook, status: number, meanwhile: () => Promise<unknown>) => {
      const responded = new EventEmitter();
      const before = all.endpoint.requests.length;
      all.respond = async () => {
        await once(responded, "now");
        return { status };
      };
      const running = sendNext(hook);
      await eventually("the attempt", () => all.endpoint.requests.length > before);
      await meanwhile();
      all.respond = () => ({ status: 200 });
      responded.emit("now");
      await running;
    },
  };
}
