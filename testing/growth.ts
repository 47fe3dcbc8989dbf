import type { IdPrefix } from "@/lib/contract/ids";
import { firstIdAt } from "@/lib/ids";

import { asOwner } from "./database";
import type { TestService } from "./service";

/** Where the rows go: everything else is filled beside these. */
export type Grown = {
  orgId: string;
  userId: string;
  keyId: string;
  fsId: string;
  webhookId: string;
};

// Ids of the last days, which no cleanup takes for old.
const NOW = Date.now();
const HOUR_MS = 3_600_000;
const idOf = (prefix: IdPrefix, hoursAgo: number, first = "") => {
  const begin = firstIdAt(prefix, NOW - hoursAgo * HOUR_MS).slice(0, prefix.length + 11) + first;
  return `('${begin}' || lpad(i::text, ${27 + prefix.length - begin.length}, '0'))`;
};
const named = (prefix: IdPrefix) => idOf(prefix, 24, "1");
const ended = (prefix: IdPrefix) => idOf(prefix, 24, "0");

/**
 * One row of each kind for every `i` of `n`: $1 is the organisation, $2 the user, $3 the key, $4 the filesystem and $5
 * the webhook that they belong to.
 */
const FILL = [
  `INSERT INTO app_user (id, email, name) SELECT ${named("user")}, i || '@example.com', 'x' FROM n`,
  `INSERT INTO member (org_id, user_id, role) SELECT $1, ${named("user")}, 'member' FROM n`,
  `INSERT INTO session (id, user_id, address, user_agent, expires_at)
     SELECT ${named("sess")}, $2, '::1', 'x', now() + '1 d' FROM n`,
  `INSERT INTO api_key (id, org_id, name, hash, last4, created_by)
     SELECT ${named("key")}, $1, 'x', sha256(i::text::bytea), 'xxxx', $2 FROM n`,
  // Before those that count, what has ended.
  `INSERT INTO api_key (id, org_id, name, hash, last4, created_by, revoked_at)
     SELECT ${ended("key")}, $1, 'x', sha256(${ended("key")}::bytea), 'xxxx', $2, now() FROM n`,
  `INSERT INTO mount_session (id, org_id, filesystem_id, mode, created_by, expires_at, ticket_hash, ticket_expires_at)
     SELECT ${ended("ms")}, $1, $4, 'rw', 'user:' || $2, now(), sha256(${ended("ms")}::bytea), now() FROM n`,
  `INSERT INTO filesystem_grant (api_key_id, filesystem_id, mode, created_by)
     SELECT ${named("key")}, $4, 'ro', $2 FROM n`,
  `WITH f AS (
     INSERT INTO filesystem (id, org_id, name, root_id, webhook_count, head, dispatched_cursor, history_since)
     SELECT ${named("fs")}, $1, 'x', i, 1, 1, 1, now() FROM n RETURNING id)
   INSERT INTO change (filesystem_id, cursor, kind, path, origin) SELECT id, 1, 'created', '/f', 'api' FROM f`,
  `INSERT INTO filesystem_grant (api_key_id, filesystem_id, mode, created_by)
     SELECT $3, ${named("fs")}, 'rw', $2 FROM n`,
  `INSERT INTO webhook (id, filesystem_id, url, host, path_prefix, created_by, position, target_cursor, resync)
     SELECT ${named("wh")}, ${named("fs")}, 'https://example.com/', 'example.com', '/', 'key:' || $3, 1, 1, false
     FROM n`,
  `WITH directory AS (
     INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag)
       SELECT $4, -i, 'directory', 493, now(), '"d"' FROM n WHERE i % 1000 = 0 RETURNING id
   ), top AS (
     INSERT INTO dirent SELECT $4, f.root_id, 'd' || -d.id, d.id FROM directory d, filesystem f WHERE f.id = $4
   ), file AS (
     INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag, size, blob_hash)
       SELECT $4, -i - 100000000, 'file', 420, now(), '"f"', length(i::text), sha256(i::text::bytea) FROM n)
   INSERT INTO dirent SELECT $4, -(i - i % 1000), 'f' || i, -i - 100000000 FROM n`,
  `INSERT INTO content (filesystem_id, hash, bytes) SELECT $4, sha256(i::text::bytea), i::text::bytea FROM n`,
  `WITH moved AS (
     UPDATE filesystem SET head = head + (SELECT count(*) FROM n), dispatched_cursor = head + (SELECT count(*) FROM n),
       entries = entries + (SELECT count(*) FROM n), retained_bytes = retained_bytes + (SELECT sum(length(i::text)) FROM n)
       WHERE id = $4 RETURNING head)
   INSERT INTO change (filesystem_id, cursor, kind, path, origin)
     SELECT $4, m.head - row_number() OVER () + 1, 'updated', '/d0/f1', 'api' FROM n, moved m`,
  `INSERT INTO delivery (id, webhook_id, type, status, after, cursor, event_count, size, body_sha256)
     SELECT ${named("msg")}, $5, 'files.changed', 'delivered', i, i, 1, 100, sha256('') FROM n`,
  `INSERT INTO attempt (id, delivery_id, number, started_at, duration_ms, outcome)
     SELECT ${named("att")}, ${named("msg")}, 1, now(), 1, 'delivered' FROM n`,
  `INSERT INTO notice (id, org_id, topic, news, webhook_id, filesystem_id, detail)
     SELECT ${named("notice")}, $1, 'webhooks', 'failing', ${named("wh")}, ${named("fs")},
       '{"host": "x", "filesystem_name": "x", "last_failure": null, "disabled_reason": null}' FROM n`,
  `INSERT INTO audit_entry (id, org_id, actor_type, actor_id, actor_name, action, target_type)
     SELECT ${named("aud")}, $1, 'user', $2, 'x', 'filesystem.created', 'filesystem' FROM n`,
  // Newer ones of another action, and ones about a filesystem's webhook.
  `INSERT INTO audit_entry (id, org_id, actor_type, actor_id, actor_name, action, target_type)
     SELECT ${idOf("aud", 12)}, $1, 'user', $2, 'x', 'filesystem.updated', 'filesystem' FROM n`,
  `INSERT INTO audit_entry (id, org_id, actor_type, actor_id, actor_name, action, target_type, target_id, details)
     SELECT ${idOf("aud", 13)}, $1, 'user', $2, 'x', 'webhook.paused', 'webhook', $5,
       jsonb_build_object('filesystem_id', $4::text) FROM n`,
];

/** What belongs to others and is older or newer than all of the above: no read may walk through it. */
const others = (hoursAgo: number) => {
  const id = (prefix: IdPrefix) => idOf(prefix, hoursAgo);
  return [
    `INSERT INTO organisation (id, name) SELECT ${id("org")}, 'x' FROM n`,
    `INSERT INTO app_user (id, email, name) SELECT ${id("user")}, '${hoursAgo}.' || i || '@example.org', 'x' FROM n`,
    `INSERT INTO session (id, user_id, address, user_agent, expires_at)
       SELECT ${id("sess")}, ${id("user")}, '::1', 'x', now() + '1 d' FROM n`,
    `INSERT INTO api_key (id, org_id, name, hash, last4, created_by)
       SELECT ${id("key")}, ${id("org")}, 'x', sha256(${id("key")}::bytea), 'xxxx', $2 FROM n`,
    `INSERT INTO invitation (id, org_id, email, role, hash, created_by, expires_at)
       SELECT ${id("inv")}, ${id("org")}, 'x', 'member', sha256(${id("inv")}::bytea), $2, now() + '1 d' FROM n`,
    `INSERT INTO filesystem (id, org_id, name, root_id, webhook_count)
       SELECT ${id("fs")}, ${id("org")}, 'x', 0, 1 FROM n`,
    `INSERT INTO mount_session (id, org_id, filesystem_id, mode, created_by, expires_at, ticket_hash, ticket_expires_at)
       SELECT ${id("ms")}, ${id("org")}, ${id("fs")}, 'rw', 'user:' || $2, now() + '1 d', sha256(${id("ms")}::bytea),
         now() + '1 d' FROM n`,
    `INSERT INTO webhook (id, filesystem_id, url, host, path_prefix, created_by, position, target_cursor, resync)
       SELECT ${id("wh")}, ${id("fs")}, 'https://example.com/', 'example.com', '/', 'key:' || $3, 0, 0, false FROM n`,
    `INSERT INTO delivery (id, webhook_id, type, status, after, cursor, event_count, size, body_sha256)
       SELECT ${id("msg")}, ${id("wh")}, 'files.changed', 'delivered', i, i, 1, 100, sha256('') FROM n`,
    `INSERT INTO notice (id, org_id, topic, news, webhook_id, filesystem_id, detail)
       SELECT ${id("notice")}, ${id("org")}, 'webhooks', 'failing', ${id("wh")}, ${id("fs")},
         '{"host": "x", "filesystem_name": "x", "last_failure": null, "disabled_reason": null}' FROM n`,
    `INSERT INTO audit_entry (id, org_id, actor_type, actor_id, actor_name, action, target_type)
       SELECT ${id("aud")}, ${id("org")}, 'user', $2, 'x', 'filesystem.created', 'filesystem' FROM n`,
  ];
};

/** Adds the rows from number `from` up to `to`, and updates the planner's statistics. */
export async function grow(
  service: TestService,
  grown: Grown,
  from: number,
  to: number,
): Promise<void> {
  const values = [grown.orgId, grown.userId, grown.keyId, grown.fsId, grown.webhookId];
  for (const statement of [...others(48), ...FILL, ...others(1)]) {
    // PostgreSQL wants a type for every value, also for one that this statement does not use.
    const unused = values.map((_, i) => `$${i + 1}`).filter((name) => !statement.includes(name));
    const given =
      unused.length === 0
        ? ""
        : `, given AS (SELECT ${unused.map((name) => `${name}::text`).join(", ")})`;
    const n = `WITH n AS (SELECT i FROM generate_series(${from}, ${to - 1}) i)${given}`;
    const text = statement.startsWith("WITH ")
      ? `${n}, ${statement.slice(5)}`
      : `${n} ${statement}`;
    await service.services.pool.query(text, values);
  }
  await asOwner(service, "VACUUM (ANALYZE)");
}
