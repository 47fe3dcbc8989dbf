import type { Pool } from "pg";

const UNPARK = "update engine.run set parked_at = null, wake_at = now()";

/** Takes one of the function's slots for a step of `runId`; null if all are taken. */
export async function takeSlot(
  pool: Pool,
  slot: { functionId: string; limit: number; runId: string; owner: string },
  leaseMs: number,
): Promise<number | null> {
  const { rows } = await pool.query<{ n: number }>({
    name: "engine-slot",
    text: `update engine.slot set until = now() + $5 * interval '1 ms', run_id = $3, owner = $4
      where function_id = $1 and n = (
        select n from engine.slot where function_id = $1 and n <= $2 and until < now()
        order by n limit 1 for update skip locked)
      returning n`,
    values: [slot.functionId, slot.limit, slot.runId, slot.owner, leaseMs],
  });
  return rows[0]?.n ?? null;
}

/** Frees a slot and makes the run that was parked longest due. True: there was one. */
export async function freeSlot(
  pool: Pool,
  slot: { functionId: string; n: number; runId: string },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "engine-slot-free",
    text: `with freed as (
        update engine.slot set until = '-infinity'
        where function_id = $1 and n = $2 and run_id = $3)
      ${UNPARK} where id = (
        select id from engine.run where function_id = $1 and parked_at is not null
        order by parked_at limit 1 for update skip locked)`,
    values: [slot.functionId, slot.n, slot.runId],
  });
  return rowCount === 1;
}

/**
 * Makes as many parked runs due as there are free slots. Needed after parking, because a slot may
 * have been freed in between, and from time to time for slots whose holder died. True: there were
 * some.
 */
export async function unpark(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `${UNPARK} where id in (
       select r.id from
         (select function_id, count(*) as free from engine.slot where until < now() group by 1) s
         cross join lateral (
           select id from engine.run where function_id = s.function_id and parked_at is not null
           order by parked_at limit s.free for update skip locked) r)`,
  );
  return rowCount !== null && rowCount > 0;
}

/** Creates the slots of the functions of the last sync; slots in use stay taken. */
export async function keepSlots(pool: Pool, limits: readonly { id: string; limit: number }[]) {
  const ids = limits.map((l) => l.id);
  await pool.query(
    `insert into engine.slot (function_id, n)
     select id, n from unnest($1::text[], $2::int[]) as l(id, most), generate_series(1, most) n
     order by 1, 2 on conflict do nothing`,
    [ids, limits.map((l) => l.limit)],
  );
  await pool.query(
    `update engine.run set parked_at = null, wake_at = now()
     where parked_at is not null and function_id <> all($1)`,
    [ids],
  );
}
