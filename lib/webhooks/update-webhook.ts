import { audit } from "@/lib/audit/record";
import { whatChanged } from "@/lib/audit/what-changed";
import type { FilesystemContext } from "@/lib/auth/context";
import { holdAccess } from "@/lib/auth/hold-access";
import { isId } from "@/lib/contract/common";
import { isReserved } from "@/lib/contract/listener-url";
import { retryDeadlock } from "@/lib/db/retry-deadlock";
import { AppError, InvalidInput } from "@/lib/errors";

import { getWebhook } from "./read-webhooks";
import { validateUrl } from "./validate-url";

type Fields = { url: string; path_prefix: string; description: string };
type Input = { [name in keyof Fields]?: string | undefined };
type Row = Fields & { refusal: "not_found" | "webhook_access_revoked" | null };

/**
 * Changes a webhook (spec 7.34). Another URL or path prefix starts it over with a resync; what is as
 * it was changes nothing.
 * @throws InvalidInput for a refused URL; AppError `not_found`; `webhook_access_revoked` when its
 *   creator can no longer read; `no_grant` or `unauthenticated` when the caller lost access meanwhile; `unavailable`
 *   when our resolver cannot tell
 */
export async function updateWebhook(ctx: FilesystemContext, webhookId: string, input: Input) {
  if (!isId("wh", webhookId)) throw new AppError("not_found");
  const url = await newUrl(ctx, webhookId, input.url);
  const checked = url === undefined || isReserved({ url }) ? null : await validateUrl(ctx, url);
  // A deletion of the filesystem locks the grants of the caller and of the creator too.
  const isChanged = await retryDeadlock(() => editOnce(ctx, webhookId, { ...input, url }, checked));
  if (isChanged) {
    ctx.services.wakeWebhooks([webhookId]);
    ctx.services.live.announce(ctx.filesystemId, webhookId);
  }
  return getWebhook(ctx, webhookId);
}

/** The URL if it is another one: what is set already is not checked again, as its host may be gone. */
async function newUrl({ filesystemId, services }: FilesystemContext, id: string, url?: string) {
  if (url === undefined) return undefined;
  const where = { id, filesystem_id: filesystemId, url };
  return (await services.db.webhook.count({ where })) === 0 ? url : undefined;
}

/** Whether anything changed. */
async function editOnce(
  ctx: FilesystemContext,
  webhookId: string,
  input: Input,
  checked: { url: string; host: string } | null,
): Promise<boolean> {
  const { url } = input;
  const fields = { ...input, url: checked?.url };
  return ctx.services.db.$transaction(async (tx) => {
    await holdAccess(tx, ctx, "rw");
    const [row] = await tx.$queryRaw<Row[]>`
      SELECT * FROM webhook_edit(${webhookId}, ${ctx.orgId}, ${ctx.filesystemId}, ${fields.url ?? null},
        ${checked?.host ?? null}, ${fields.path_prefix ?? null}, ${fields.description ?? null})`;
    if (row === undefined || row.refusal !== null) throw new AppError(row?.refusal ?? "not_found");
    const keepsUrl = url === undefined || url === row.url;
    if (!keepsUrl && (isReserved({ url }) || isReserved(row))) throw fixedUrl();
    const details = whatChanged(row, { ...row, ...given(fields) });
    if (details === null) return false;
    await audit(tx, ctx, {
      action: "webhook.updated",
      target: { type: "webhook", id: webhookId },
      details: { filesystem_id: ctx.filesystemId, ...details },
    });
    return true;
  });
}

// A test inbox or listener stays what it is, and no other webhook becomes one (spec 7.37, 7.39).
const fixedUrl = () =>
  new InvalidInput([
    {
      loc: ["body", "url"],
      msg: "cannot change to or from that of the test inbox or a listener; create another webhook instead",
      type: "url_host",
    },
  ]);

const given = (fields: Input) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
