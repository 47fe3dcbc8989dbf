import type { Pool, PoolClient } from "pg";

type Release = (destroy?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: PoolClient | undefined, done: Release) => void;

/**
 * The pool, for the queue library. It releases its listening connection twice if it stops before
 * LISTEN has responded and the connection is then lost; pg would throw where nothing catches it.
 */
export function releasedOnce(pool: Pool): Pool {
  const connect = (connected?: Connected) => {
    if (!connected) return pool.connect();
    return pool.connect((error, client, done) => {
      let released = false;
      connected(error, client, (destroy) => {
        if (released) return;
        released = true;
        done(destroy);
      });
    });
  };
  return new Proxy(pool, {
    get: (target, key): unknown => (key === "connect" ? connect : Reflect.get(target, key)),
  });
}
