/**
 * One run of `work` for all who ask while it runs and for `ms` after it, however many they are. A failure is not kept.
 * @param now monotonic milliseconds
 */
export function shareFor<T>(
  ms: number,
  work: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let shared: { result: Promise<T>; endsAt: number } | undefined;
  return () => {
    if (shared !== undefined && now() < shared.endsAt) return shared.result;
    const run = { result: work(), endsAt: Infinity };
    shared = run;
    run.result.then(
      () => (run.endsAt = now() + ms),
      () => (run.endsAt = 0),
    );
    return run.result;
  };
}
