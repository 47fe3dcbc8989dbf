import { api } from "@/lib/contract/api";
import { deleteEntry } from "@/lib/entries/delete-entry";
import { patchEntry } from "@/lib/entries/patch-entry";
import { putFile } from "@/lib/entries/put-file";
import { readFile } from "@/lib/entries/read-file";
import { respondWithFile } from "@/lib/entries/respond-with-file";
import { handle } from "@/lib/http/handle";
import { holderOf } from "@/lib/http/hold-open";

export const GET = handle(api.entries.read, async ({ ctx, query, request, reply }) => {
  const { actor, orgId, services } = ctx;
  const hold = () => services.openLimits.acquire("download", holderOf(actor, orgId));
  return respondWithFile(await readFile(ctx, query), request, reply.headers, hold);
});

export const HEAD = GET;

export const PUT = handle(api.entries.put, async ({ ctx, query, request, reply }) => {
  const { info, created, cursor } = await putFile(ctx, query, request);
  reply.headers.set("x-cursor", cursor);
  if (!created) reply.status = 200;
  return info;
});

export const PATCH = handle(api.entries.patch, async ({ ctx, query, body, request, reply }) => {
  const ifMatch = request.headers.get("if-match");
  const { info, cursor } = await patchEntry(ctx, { ...query, ...body, ifMatch });
  reply.headers.set("x-cursor", cursor);
  return info;
});

export const DELETE = handle(api.entries.remove, async ({ ctx, query, request, reply }) => {
  const ifMatch = request.headers.get("if-match");
  const { cursor, trashId } = await deleteEntry(ctx, { ...query, ifMatch });
  reply.headers.set("x-cursor", cursor);
  if (trashId !== null) reply.headers.set("x-trash-id", trashId);
  return undefined;
});
