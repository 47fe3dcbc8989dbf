import { afterAll, beforeAll, expect, test } from "vitest";

import { grow, type Grown } from "@/testing/growth";
import { blocksOf, explain, recordStatements } from "@/testing/plans";
import { repeats } from "@/testing/repeats";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

const FEW = 1_000;
const MANY = repeats(50_000, 1_000_000);
// One more level in each of the indexes, for each row that is read, which at most doubles few blocks.
const mostBlocks = (few: number, statements: number) => 2 * few + 12 * statements;

type Asked = [method: string, route: string, body?: string | object];
/** A request, who sends it, what makes it possible once more, and the blocks that each webhook of its list may add. */
type Case = { ask: Asked; by?: "owner" | "support"; undo?: Asked; perWebhook?: number };

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let owner: TestUser;
let support: TestUser;
let grown: Grown;
let base: string;
beforeAll(async () => {
  // Nothing listens there, and nothing delivers.
  service = await startTestService({ env: { WEBHOOK_CONNECT_TO: "example.com:443=127.0.0.1:9" } });
  tenant = await createTenant(service);
  owner = await createTestUser(service);
  support = await createTestUser(service, true);
  await join(service, tenant.orgId, owner.id, "owner");
  const fs = await createFilesystem(service, tenant);
  base = fs.base;
  const webhook = { url: "https://example.com/" };
  const { body } = await call(service, tenant.key, "POST", `${base}/webhooks`, webhook);
  grown = {
    orgId: tenant.orgId,
    userId: owner.id,
    keyId: tenant.keyId,
    fsId: fs.id,
    webhookId: body.id,
  };
});
afterAll(() => service.close());

const get = (route: string, by?: "owner" | "support"): Case => ({
  ask: ["GET", route],
  ...(by && { by }),
});

function cases(): Case[] {
  const org = `/api/v1/orgs/${tenant.orgId}`;
  const hook = `${base}/webhooks/${grown.webhookId}`;
  const file = `${base}/files?path=/d0/f7`;
  return [
    get("/api/v1/me"),
    get(base),
    get(file),
    get(`${base}/files:stat?path=/d0/f7`),
    get(`${base}/entries?path=/d0&limit=10`),
    get(`${base}/entries?path=/&recursive=true&limit=10`),
    get(`${base}/changes?cursor=900&limit=10`),
    get(`${base}/usage`),
    get(`/api/v1/orgs/${tenant.orgId}/filesystems?limit=10`),
    get(`${base}/mount-sessions?limit=10`, "owner"),
    get(`${base}/mount-sessions?limit=10&ended=true`, "owner"),
    get(`${base}/trash?limit=10`),
    get(`${base}/webhooks`),
    get(hook),
    get(`${hook}/deliveries?limit=10`),
    get(`${hook}/stats?window=1h`),
    { ask: ["PUT", file, "new"] },
    {
      ask: ["PUT", `${base}/files?path=/d0/new`, "new"],
      undo: ["DELETE", `${base}/files?path=/d0/new`],
    },
    {
      ask: ["DELETE", `${base}/files?path=/d0/f8`],
      undo: ["PUT", `${base}/files?path=/d0/f8`, "x"],
    },
    {
      ask: ["POST", `${base}/files:move`, { from: "/d0/f9", to: "/d0/moved" }],
      undo: ["POST", `${base}/files:move`, { from: "/d0/moved", to: "/d0/f9" }],
    },
    {
      ask: ["POST", `${base}/files:copy`, { from: "/d0/f9", to: "/d0/copied" }],
      undo: ["DELETE", `${base}/files?path=/d0/copied`],
    },
    get("/api/v1/me", "owner"),
    get("/api/v1/me/sessions?limit=10", "owner"),
    get(`${org}/filesystems?limit=10`, "owner"),
    // All ids of the organisation are read, from indexes.
    { ...get(`${org}/webhooks?limit=10`, "owner"), perWebhook: 1 / 10 },
    get(`${org}/members?limit=10`, "owner"),
    get(`${org}/api-keys?limit=10`, "owner"),
    get(`${base}/grants?limit=10`, "owner"),
    get(`${org}/notices?limit=10`, "owner"),
    get(`${org}/invitations?limit=10`, "owner"),
    get(`${org}/audit-log?limit=10`, "owner"),
    get(`${org}/audit-log?limit=10&action=filesystem.created`, "owner"),
    get(`${org}/audit-log?limit=10&actor=shell`, "owner"),
    get(`${org}/audit-log?limit=10&target=${tenant.keyId}&until=2100-01-01T00:00:00Z`, "owner"),
    get(`${org}/audit-log?limit=10&target=${grown.fsId}`, "owner"),
    get("/api/v1/support/failures?limit=10", "support"),
    get("/api/v1/support/clusters?by=host", "support"),
    get(`/api/v1/support/webhooks/${grown.webhookId}/deliveries?limit=10`, "support"),
  ];
}

const nameOf = ({ ask: [method, route], by }: Case) =>
  `${by ?? "key"}: ${method} ${route.replaceAll(/\/(org|fs|wh)_\w+/g, "/$1")}`;

function send({ by }: Case, [method, route, body]: Asked) {
  if (by === undefined) return call(service, tenant.key, method, route, body);
  return callAs(service, by === "owner" ? owner : support, method, route, body);
}

/** How many statements a request sends, and how many blocks they touch. */
async function costOf(one: Case): Promise<{ statements: number; blocks: number }> {
  const sent = await recordStatements(async () => {
    expect((await send(one, one.ask)).status, nameOf(one)).toBeLessThan(300);
  });
  if (one.undo) expect((await send(one, one.undo)).status, nameOf(one)).toBeLessThan(300);
  const own = sent.filter(
    ({ text }) =>
      !/rate_limit|last_used_at = now|^(BEGIN|COMMIT|ROLLBACK)|INSERT INTO .*audit_entry/.test(
        text,
      ),
  );
  // A deletion is done once more with the id of the item that it made.
  const plans = await explain(service, own, "DELETE FROM trash_item");
  const blocks = plans.reduce((sum, plan) => sum + blocksOf(plan), 0);
  return { statements: own.length, blocks };
}

test(
  `what a request reads grows by the depth of its indexes from ${FEW} to ${MANY} of everything`,
  { timeout: 3_600_000 },
  async () => {
    await grow(service, grown, 0, FEW);
    const before = new Map<string, Awaited<ReturnType<typeof costOf>>>();
    for (const one of cases()) {
      // The first request fills what the process caches.
      await costOf(one);
      before.set(nameOf(one), await costOf(one));
    }
    await grow(service, grown, FEW, MANY);
    for (const one of cases()) {
      const few = before.get(nameOf(one))!;
      await costOf(one);
      const many = await costOf(one);
      console.log(
        `${few.blocks} → ${many.blocks} blocks, ${many.statements} statements: ${nameOf(one)}`,
      );
      expect.soft(many.statements, nameOf(one)).toBe(few.statements);
      const most = mostBlocks(few.blocks, few.statements) + MANY * (one.perWebhook ?? 0);
      expect.soft(many.blocks, nameOf(one)).toBeLessThanOrEqual(most);
    }
  },
);
