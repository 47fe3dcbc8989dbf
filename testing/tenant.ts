import { createUser } from "@/lib/accounts/create-user";
import { createApiKey } from "@/lib/auth/api-keys";
import type { FilesystemContext } from "@/lib/auth/context";
import { KEY_SCOPES } from "@/lib/contract/scopes";
import { newId } from "@/lib/ids";
import { addOrganisation } from "@/lib/organisations/create-organisation";

import type { TestService } from "./service";

/** An API response: status, headers and the JSON body, if any. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests inspect arbitrary bodies
export type ApiResponse = { status: number; headers: Headers; body: any };

/** Calls the API with a key. Strings and bytes are sent as is, objects as JSON. */
export async function call(
  service: Pick<TestService, "url">,
  key: string | null,
  method: string,
  route: string,
  body?: string | Uint8Array<ArrayBuffer> | object,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await fetch(service.url + route, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(isRaw(body) ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: json ? JSON.parse(text) : text,
  };
}

type Raw = string | Uint8Array<ArrayBuffer> | undefined;

function isRaw(body: Raw | object): body is Raw {
  return body === undefined || typeof body === "string" || body instanceof Uint8Array;
}

/** An organisation with a key that has every permission a key can have. */
export async function createTenant({ services: { db, settings } }: TestService) {
  const email = `${newId("user")}@example.com`;
  const owner = await createUser(db, { email, password: "a long passphrase", support: false });
  if (owner === null) throw new Error("no user was created");
  const made = { name: "Example", ownerId: owner.id, quota: settings.limits.organisation };
  const org = await db.$transaction((tx) => addOrganisation(tx, "shell", made));
  return { orgId: org.id, ...(await createKey(db, org.id)) };
}

/** Another key of an organisation, without grants. */
export async function createKey(
  db: TestService["services"]["db"],
  orgId: string,
  permissions: readonly ("filesystems:create" | "grants:write")[] = [
    "filesystems:create",
    "grants:write",
  ],
) {
  const made = await createApiKey(db, "shell", {
    orgId,
    name: "test",
    permissions,
    expiresAt: null,
    createdBy: "system:test",
  });
  if (made === null) throw new Error("no key was created");
  return { keyId: made.id, key: made.key };
}

/** A new filesystem of the tenant; `base` is its API path. */
export async function createFilesystem(
  service: TestService,
  tenant: { orgId: string; key: string },
) {
  const { status, body } = await call(
    service,
    tenant.key,
    "POST",
    `/api/v1/orgs/${tenant.orgId}/filesystems`,
    { name: "test" },
  );
  if (status !== 201) throw new Error(`no filesystem for the test: ${JSON.stringify(body)}`);
  const id: string = body.id;
  return { id, base: `/api/v1/orgs/${tenant.orgId}/filesystems/${id}` };
}

/** The context in which a verb runs for a tenant's key. */
export function contextOf(
  { services }: TestService,
  { orgId, keyId }: { orgId: string; keyId: string },
  filesystemId: string,
): FilesystemContext {
  const key = { id: keyId, credential: keyId, name: "test", orgId, permissions: [] };
  return {
    actor: { type: "key", ...key, scopes: KEY_SCOPES, secret: 1, expiresAt: null },
    address: "127.0.0.1",
    requestId: "req_test",
    services,
    orgId,
    role: null,
    filesystemId,
  };
}
