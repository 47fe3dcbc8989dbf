import type { Command } from "./command";

/**
 * `after-restore`: for a database restored from a backup or snapshot. Cursors jump beyond any issued
 * before, and every active webhook resyncs within a minute (spec 8.23).
 */
export const afterRestore: Command = {
  usage: "after-restore",
  options: [],
  async run(db) {
    await db.$executeRaw`SELECT cursors_jump()`;
    return { ok: true, webhooks: await db.webhook.count({ where: { state: "active" } }) };
  },
};
