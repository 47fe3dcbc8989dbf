import { headers } from "next/headers";
import { cache } from "react";

import { isId } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";
import { services } from "@/lib/services";

import { findSession } from "./callers/user";
import { readSessionCookie } from "./session-cookie";

/** The ids in the path of a page or of an API request, as written there. */
const idsIn = (path: string): { org_id?: string | undefined; fs_id?: string | undefined } =>
  /^\/(?:o|api\/v1\/orgs)\/(?<org_id>[^/?]+)(?:\/filesystems\/(?<fs_id>[^/?]+))?/.exec(path)
    ?.groups ?? {};

const find = cache(async (orgId = "", fsId = "") => {
  const shared = services();
  const given = await headers();
  const named = {
    orgId: isId("org", orgId) ? orgId : null,
    filesystemId: isId("fs", fsId) ? fsId : null,
  };
  try {
    const id = await readSessionCookie(shared.settings, given.get("cookie"));
    return id === null ? null : await findSession(shared, id, named);
  } catch (cause) {
    if (cause instanceof AppError) return null;
    const digest = given.get("x-request-id");
    throw Object.assign(new Error("failed to read the session of a page", { cause }), { digest });
  }
});

/**
 * The session of a page's reader, or null (spec 3.5), with its access to what the page's address and `path` name: one
 * statement for the page and all that it asks of the same filesystem.
 * @throws Error with the request id as `digest`, which Next shows on the error page
 */
export async function pageCaller(path = "") {
  const page = idsIn((await headers()).get("x-tidemark-page") ?? "/");
  const asked = idsIn(path);
  const ids = { org_id: asked.org_id ?? page.org_id, fs_id: asked.fs_id ?? page.fs_id };
  const caller = await find(ids.org_id, ids.fs_id);
  return caller && { caller, ids };
}
