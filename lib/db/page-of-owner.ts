import { Prisma } from "./client";

/** What the rows of a list have in common: a value for each of some columns. */
type Owner = Record<string, string | Prisma.Sql>;
type Range = { above: string | Prisma.Sql; below: string | Prisma.Sql };
type Page = { limit: number; after?: string | undefined };

/**
 * The end of a statement: a page of an owner's rows by `id`, oldest first, behind the id `after`. Both need an index on
 * the owner's columns, in their order, and the id.
 */
export function oldestOf(owner: Owner, id: string, { limit, after = "" }: Page): Prisma.Sql {
  const order = Prisma.raw([...Object.keys(owner), id].join(", "));
  return Prisma.sql`${within(owner, id, { above: after, below: "~" })} ORDER BY ${order} LIMIT ${limit}`;
}

/** The same, newest first, down to the id `since`. */
export function newestOf(
  owner: Owner,
  id: string,
  { limit, after = "~", since = "" }: Page & { since?: string | undefined },
): Prisma.Sql {
  const order = Prisma.raw([...Object.keys(owner), id].map((name) => `${name} DESC`).join(", "));
  return Prisma.sql`${within(owner, id, { above: since, below: after })} ORDER BY ${order} LIMIT ${limit}`;
}

/**
 * The condition for an owner's rows in a range of one more column. With `owner = value`, the planner may walk an index on
 * that column alone, through the rows of all others, or one on part of the owner. This leaves it only the one that has all.
 */
export function within(owner: Owner, id: string, { above, below }: Range): Prisma.Sql {
  const columns = Prisma.raw([...Object.keys(owner), id].join(", "));
  const values = Prisma.join(Object.values(owner));
  return Prisma.sql`(${columns}) > (${values}, ${above}) AND (${columns}) < (${values}, ${below})`;
}
