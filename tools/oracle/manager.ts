import { somePrefix } from "./operations";
import { type Random, weighted } from "./random";
import type { ReceiverPool, Subscriber } from "./receivers";
import { type ApiResponse, sendUntilResponse, type Target } from "./writer";

/** A webhook of a seed. Its mirror lists what is below the `prefix` of `source` when a listing starts. */
export type Managed = { id: string; source: { prefix: string }; subscriber: Subscriber };

const ACTIONS = [
  [3, "pause"],
  [4, "resume"],
  [2, "resync"],
  [4, "resend"],
  [2, "move"],
  [2, "limit"],
  [1, "describe"],
] as const;

type Options = {
  target: Target;
  hooks: readonly Managed[];
  receiverPool: ReceiverPool;
  random: Random;
};

// Of the writer's.
const OPERATIONS_PER_ACTION = 8;

/** Acts on the webhooks, one action after the other, while the writer works. */
export function createManager(options: Options) {
  let operations = 0;
  let acting = Promise.resolve();
  return {
    onOperation() {
      operations += 1;
      if (operations % OPERATIONS_PER_ACTION === 0) acting = acting.then(() => act(options));
    },
    /** Resumes what is paused after the last action, so that everything can settle. */
    async finish() {
      await acting;
      await resumeAll(options);
    },
  };
}

/** Changes one of the webhooks as its owner would. Refusals of a state are expected, others are violations. */
async function act({ target, hooks, receiverPool, random }: Options): Promise<void> {
  const hook = random.pick(hooks);
  const { source, subscriber } = hook;
  const action = weighted(random, ACTIONS);
  const route = `webhooks/${hook.id}`;
  const patch = (json: Record<string, unknown>) =>
    sendUntilResponse(target, { method: "PATCH", route, json });
  switch (action) {
    case "move":
      return expectSuccess(subscriber, await patch({ url: receiverPool.add(subscriber) }));
    case "limit":
      // A resync follows all messages with the old prefix, and its listing replaces the mirror.
      source.prefix = somePrefix(random);
      return expectSuccess(subscriber, await patch({ path_prefix: source.prefix }));
    case "describe":
      return expectSuccess(subscriber, await patch({ description: `${random.below(1_000)}` }));
    case "resend":
      return resend(target, hook, random);
    case "pause":
    case "resume":
    case "resync":
    default:
      return expectSuccess(
        subscriber,
        await sendUntilResponse(target, { method: "POST", route: `${route}:${action}` }),
      );
  }
}

async function resumeAll({ target, hooks }: Options): Promise<void> {
  for (const { id, subscriber } of hooks) {
    const route = `webhooks/${id}:resume`;
    expectSuccess(subscriber, await sendUntilResponse(target, { method: "POST", route }));
  }
}

async function resend(target: Target, { id, subscriber }: Managed, random: Random) {
  const route = `webhooks/${id}/deliveries`;
  const { json } = await sendUntilResponse(target, { method: "GET", route });
  const ids = Object.values(json).flatMap((delivery) => idOf(delivery));
  if (ids.length === 0) return;
  const message = random.pick(ids);
  // Counted with each try: one without a response may have taken effect.
  const onTry = () => subscriber.resends.set(message, (subscriber.resends.get(message) ?? 0) + 1);
  const post = { method: "POST", route: `${route}/${message}:resend`, onTry } as const;
  expectSuccess(subscriber, await sendUntilResponse(target, post));
}

const idOf = (delivery: unknown): string[] =>
  typeof delivery === "object" && delivery !== null && "id" in delivery
    ? [String(delivery.id)]
    : [];

function expectSuccess({ broken }: Subscriber, { status, json }: ApiResponse): void {
  if (status > 299 && status !== 409) broken("verb", `${status} ${JSON.stringify(json)}`);
}
