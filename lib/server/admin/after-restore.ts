import type { Command } from "./command";

/**
 * `after-restore`: for a database that came back from a backup or a snapshot. Cursors jump beyond any that was given out,
 * and every active webhook resyncs within a minute (spec 8.23).
 */
export const afterRestore: Command = {
  usage: "after-restore",
  options: [],
  async run(db) {
    await db.$executeRaw`SELECT cursors_jump()`;
    return { ok: true, webhooks: await db.webhook.count({ where: { state: "active" } }) };
  },
};
