import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { Client } from "pg";
import { expect, test } from "vitest";

import { createTestDatabase } from "@/testing/database";

const folder = path.resolve("prisma/schema");

/**
 * `table.column` and whether it may be null, of every model; fields whose type is a model are relations. Prisma has no
 * lists that may be null, so a comment says it.
 */
function modelColumns(): string[] {
  const text = readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join("\n");
  const models = [...text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
  const names = new Set(models.map(([, model]) => model));
  return models.flatMap(([, model = "", fields = ""]) => {
    const table = /@@map\("(\w+)"\)/.exec(fields)?.[1] ?? model;
    return [...fields.matchAll(/^ {2}(\w+)\s+(\w+)(\[\])?(\?| \/\/ nullable)?/gm)]
      .filter(([, , type]) => !names.has(type))
      .map(([, field, , , optional]) => `${table}.${field}${optional ? "?" : ""}`);
  });
}

test("the Prisma schema says what the migrations made", async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const columns = modelColumns();
  const tables = [...new Set(columns.map((column) => column.split(".", 1)[0]))];
  const { rows } = await client.query<{ column: string }>(
    `SELECT table_name || '.' || column_name || CASE is_nullable WHEN 'YES' THEN '?' ELSE '' END AS column
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ANY ($1)`,
    [tables],
  );
  await client.end();
  await database.drop();
  expect(tables.length).toBeGreaterThan(10);
  expect(rows.map(({ column }) => column).toSorted()).toEqual(columns.toSorted());
});
