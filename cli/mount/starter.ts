import { choose } from "./choose";
import type { Change } from "./remote";
import { sendAlone, sendBatch, type Sending, type Sent } from "./send";
import type { Call, Item } from "./task";

/**
 * Starts what can start of a queue.
 * @param giveUpMs how long a change is repeated while the service is away
 * @param end called once for each item, with its outcome
 */
export function createStarter(
  remote: Sending,
  giveUpMs: number,
  end: (item: Item, sent: Sent) => void,
) {
  const running = { batch: false, alone: 0 };
  const startAlone = async (item: Item, { send }: Extract<Call, { send: unknown }>) => {
    running.alone += 1;
    const sent = await sendAlone(send, giveUpMs);
    running.alone -= 1;
    end(item, sent);
  };
  const startBatch = async (batch: readonly { item: Item; change: Change }[]) => {
    running.batch = true;
    const changes = batch.map(({ change }) => change);
    const sent = await sendBatch(remote, changes, giveUpMs);
    running.batch = false;
    for (const [i, { item }] of batch.entries())
      end(item, sent[i] ?? { error: new Error("the service returned no outcome") });
  };
  // A local failure, such as of the disk, is that of one change.
  const begin = (item: Item): Call | null => {
    try {
      return item.task.start();
    } catch (error) {
      end(item, { error });
      return null;
    }
  };
  return {
    start(items: readonly Item[]): void {
      const chosen = choose(items, running);
      const batch: { item: Item; change: Change }[] = [];
      for (const item of [...chosen.batch, ...chosen.alone]) {
        item.running = true;
        const call = begin(item);
        if (call === null) continue;
        if ("send" in call) void startAlone(item, call);
        else batch.push({ item, change: call.change });
      }
      if (batch.length > 0) void startBatch(batch);
    },
  };
}
