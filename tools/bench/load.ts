import { percentiles, type Percentiles } from "@/tools/shared/percentiles";

export type Load = Percentiles & { per_second: number };

/**
 * Runs `work` repeatedly from `clients` concurrent clients for `seconds` and returns its rate and
 * latencies. `work` gets a number that increases across all clients.
 */
export async function load(
  clients: number,
  seconds: number,
  work: (n: number) => Promise<unknown>,
): Promise<Load> {
  const times: number[] = [];
  const begun = performance.now();
  const endsAt = begun + seconds * 1000;
  let next = 0;
  const client = async () => {
    for (let at = performance.now(); at < endsAt;) {
      await work(next++);
      const now = performance.now();
      times.push(now - at);
      at = now;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const per_second = Math.round(times.length / ((performance.now() - begun) / 1000));
  return { per_second, ...percentiles(times) };
}
