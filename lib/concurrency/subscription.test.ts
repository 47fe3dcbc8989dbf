import { expect, test } from "vitest";

import { createSubscription } from "./subscription";

function subscribe() {
  const left = new AbortController();
  const calls = { released: 0 };
  const subscription = createSubscription<"gone">(left.signal, () => (calls.released += 1));
  return { left, calls, subscription };
}

test("a wait ends with a wake, a timeout or the end, and says which", async () => {
  const { subscription } = subscribe();
  const woken = subscription.wait(60_000);
  subscription.wake();
  expect(await woken).toBe(true);
  expect(await subscription.wait(1)).toBe(false);
  const cut = subscription.wait(60_000);
  subscription.end("gone");
  expect(await cut).toBe(false);
  expect(await subscription.wait(60_000)).toBe(false);
});

test("the first end counts and releases; a caller that leaves is not refused", () => {
  const refused = subscribe();
  refused.subscription.end("gone");
  refused.subscription.end(null);
  refused.left.abort();
  expect(refused.subscription.refusal()).toBe("gone");
  expect(refused.calls.released).toBe(1);

  const leaving = subscribe();
  leaving.left.abort();
  expect(leaving.subscription.signal.aborted).toBe(true);
  expect(leaving.subscription.refusal()).toBeNull();
  expect(leaving.calls.released).toBe(1);
});

test("a wake without a wait is not kept, and a released one does not hear its caller leave", async () => {
  const { left, subscription } = subscribe();
  subscription.wake();
  expect(await subscription.wait(1)).toBe(false);
  subscription.release();
  left.abort();
  expect(subscription.signal.aborted).toBe(false);
});
