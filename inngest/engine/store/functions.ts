import type { Pool } from "pg";

/** Stores the functions of the last sync. True: one was added, changed or removed. */
export async function keepFunctions(
  pool: Pool,
  functions: readonly { id: string; config: string }[],
): Promise<boolean> {
  const ids = functions.map((f) => f.id);
  const { rows } = await pool.query<{ touched: number }>(
    `with gone as (delete from engine.function where id <> all($1::text[]) returning id),
       kept as (
         insert into engine.function as f (id, config)
         select * from unnest($1::text[], $2::text[]) as given(id, config) order by id
         on conflict (id) do update set config = excluded.config, synced_at = now()
           where f.config <> excluded.config
         returning id)
     select ((select count(*) from gone) + (select count(*) from kept))::int as touched`,
    [ids, functions.map((f) => f.config)],
  );
  return (rows[0]?.touched ?? 0) > 0;
}
