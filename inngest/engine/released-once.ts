import type { Pool, PoolClient } from "pg";

type Release = (destroy?: Error | boolean) => void;
type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: Release | undefined,
) => void;

/**
 * The pool, for the queue library. It releases its listening connection twice if it stops before
 * LISTEN has responded and the connection is then lost; pg would throw where nothing catches it.
 */
export function releasedOnce(pool: Pool): Pool {
  const connect = (connected?: Connected) => {
    if (!connected) return pool.connect();
    // An ended pool calls back without `done`.
    return pool.connect((error, client, done?: Release) =>
      connected(error, client, done && once(done)),
    );
  };
  return new Proxy(pool, {
    get: (target, key): unknown => (key === "connect" ? connect : Reflect.get(target, key)),
  });
}

function once(release: Release): Release {
  let released = false;
  return (destroy) => {
    if (!released) release(destroy);
    released = true;
  };
}
