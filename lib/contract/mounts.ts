import { z } from "zod";

import {
  CreatorName,
  exampleToken,
  FilesystemParams,
  Id,
  IdParam,
  Later,
  Name,
  none,
  noResult,
  pageOf,
  QueryBoolean,
  Timestamp,
  Token,
} from "./common";
import { LIMITS } from "./limits";
import { operation } from "./operation";
import { utf8Length } from "./path";

const Mode = z.enum(["ro", "rw"]);

const MountSession = z.object({
  id: Id("ms"),
  filesystem_id: Id("fs"),
  mode: Mode,
  state: z.enum(["requested", "active", "ended"]).meta({
    description:
      "`requested` until the ticket is exchanged, `active` while the credential is valid.",
  }),
  created_by: z.string().meta({ example: "key:key_01kb3x6v7cf2dsk8xkqz4n5w9a" }),
  created_at: Timestamp,
  expires_at: Later.meta({
    description: "At most 7 days after creation, and never after the creating API key expires.",
  }),
  ticket_expires_at: Timestamp.meta({
    example: "2026-11-21T10:05:00.000Z",
    description: "A session whose ticket is not exchanged by then ends.",
  }),
});

const ENDED_REASONS = [
  "revoked",
  "access_revoked",
  "ticket_expired",
  "credential_expired",
  "expired",
] as const;
export type EndedReason = (typeof ENDED_REASONS)[number];

const ListedMountSession = MountSession.extend({
  state: MountSession.shape.state.meta({ example: "active" }),
  created_by_name: CreatorName,
  client: z.string().nullable().meta({
    description: "The program, as it named itself.",
    example: "OpenSSH_9.6",
  }),
  machine: z.string().nullable().meta({
    description: "The machine's name, as it was sent with the exchange.",
    example: "build-7",
  }),
  address: z
    .string()
    .nullable()
    .meta({ description: "IP address of its last request.", example: "203.0.113.7" }),
  last_active_at: Timestamp.nullable().meta({
    description: "Its last request. This and the bytes are written every 30 seconds.",
  }),
  bytes_read: z.int().meta({ description: "File contents read in this session.", example: 5 }),
  bytes_written: z
    .int()
    .meta({ description: "File contents written in this session.", example: 0 }),
  ended_at: Timestamp.nullable().meta({ example: null }),
  ended_reason: z.enum(ENDED_REASONS).nullable().meta({ example: null }),
}).meta({ id: "MountSession" });

// PostgreSQL stores neither NUL nor unpaired surrogates.
const IdempotencyKey = z
  .string()
  .min(1)
  .refine((text) => utf8Length(text) <= LIMITS.idempotencyKeyBytes, {
    message: `must be at most ${LIMITS.idempotencyKeyBytes} bytes`,
    params: { type: "too_big" },
  })
  .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), {
    message: "must not contain control characters",
    params: { type: "path_encoding" },
  });

const Sftp = z
  .object({
    host: z.string().meta({ example: "files.example.com" }),
    port: z.int().meta({ example: 2022 }),
    host_keys: z.array(
      z.object({
        type: z.string().meta({ example: "ssh-ed25519" }),
        sha256: z.string().meta({
          description: "Fingerprint, as ssh shows it.",
          example: "SHA256:FPqzOuUwzWbqfgNbi1w8YVIUtcFNg+cmWWhm7WkDzQE",
        }),
        public_key: z.string().meta({
          description: "Base64, as in `known_hosts`.",
          example: "AAAAC3NzaC1lZDI1NTE5AAAAINbHS5L0iUcu7bEh9vF1RcQByR8gO11TmgyjVYAbCohM",
        }),
      }),
    ),
  })
  .meta({ id: "SftpEndpoint", description: "The SFTP gateway." });

const SESSIONS = "/api/v1/mount-sessions";

const SessionParams = z.object({ session_id: IdParam("ms") });

export const mounts = {
  create: operation({
    id: "createMountSession",
    method: "POST",
    path: SESSIONS,
    summary: "Create a mount session; its one-time ticket is returned only in this response",
    access: { scope: "caller", needs: "files:read" },
    rate: "management",
    params: none,
    query: none,
    body: z.strictObject({
      filesystem_id: Id("fs"),
      mode: Mode.meta({
        description:
          "The caller needs access to the filesystem in this mode, and for `rw` also the scope `files:write`.",
      }),
      idempotency_key: IdempotencyKey.optional().meta({
        description: `1 to ${LIMITS.idempotencyKeyBytes} bytes. For 24 hours, repeating the request with the same key and body returns the same session in its current state, without its ticket.`,
      }),
    }),
    result: MountSession.extend({
      ticket: Token("tmktk_").nullable().meta({
        description: "Exchanged once for the mount's credential. Null for a repeated request.",
      }),
    }),
    status: 201,
    errors: ["second_factor_required", "not_found", "no_grant", "idempotency_conflict"],
  }),
  list: operation({
    id: "listMountSessions",
    method: "GET",
    path: "/api/v1/orgs/{org_id}/filesystems/{fs_id}/mount-sessions",
    summary: "List the mount sessions of a filesystem; an API key sees its own",
    access: { scope: "filesystem", mode: "ro", needs: "files:read" },
    rate: "management",
    params: FilesystemParams,
    query: pageOf("ms").extend({
      ended: QueryBoolean.meta({ description: "Include ended sessions." }),
    }),
    result: z.array(ListedMountSession),
    status: 200,
    errors: [],
  }),
  revoke: operation({
    id: "revokeMountSession",
    method: "DELETE",
    path: `${SESSIONS}/{session_id}`,
    summary:
      "End a mount session; allowed for its creator, owners and admins, no effect if already ended",
    access: { scope: "caller", needs: "files:read" },
    rate: "management",
    params: SessionParams,
    query: none,
    result: noResult,
    status: 204,
    errors: ["second_factor_required", "not_found"],
  }),
  exchange: operation({
    id: "exchangeMountTicket",
    method: "POST",
    path: `${SESSIONS}:exchange`,
    summary: "Exchange a ticket for the mount's credential; works once",
    example: { result: { password: null } },
    access: { scope: "anyone" },
    rate: "management",
    params: none,
    query: none,
    body: z.strictObject({
      ticket: z.string().meta({ example: exampleToken("tmktk_") }),
      public_key: z.string().optional().meta({
        description:
          "One OpenSSH public key line. The mount then authenticates with the private key; it gets a password only if it wants one.",
        example: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINbHS5L0iUcu7bEh9vF1RcQByR8gO11TmgyjVYAbCohM",
      }),
      want_password: z.boolean().optional().meta({
        description:
          "With a public key: return a password too, so that the mount can call `:renew` and the files API.",
      }),
      client: Name.optional().meta({
        description: "Name of the program, for those who see the session.",
        example: "tidemark mount",
      }),
      machine: Name.optional().meta({
        description: "Name of the machine, for those who see the session.",
        example: "build-7",
      }),
    }),
    result: z.object({
      session_id: Id("ms"),
      org_id: Id("org"),
      filesystem_id: Id("fs"),
      mode: Mode,
      username: z
        .string()
        .meta({ description: "ID of the session.", example: "ms_01kb3x6v7cf2dsk8xkqz4n5w9a" }),
      password: Token("tmkmp_").nullable().meta({
        description:
          "Bearer token for files and changes of the filesystem; returned only in this response. Null with a public key, unless `want_password` is true.",
      }),
      credential_expires_at: Timestamp.meta({ example: "2026-11-21T11:00:00.000Z" }),
      expires_at: Later,
      sftp: Sftp.nullable(),
    }),
    status: 200,
    errors: ["ticket_invalid", "unavailable"],
  }),
  renew: operation({
    id: "renewMountSession",
    method: "POST",
    path: `${SESSIONS}/{session_id}:renew`,
    summary: "Extend the mount's credential by an hour, at most to the end of the session",
    access: { scope: "mount" },
    rate: "management",
    params: SessionParams,
    query: none,
    result: z.object({
      session_id: Id("ms"),
      credential_expires_at: Timestamp.meta({ example: "2026-11-21T11:00:00.000Z" }),
      expires_at: Later,
    }),
    status: 200,
    errors: ["session_not_active"],
  }),
  endpoints: operation({
    id: "getMountEndpoints",
    method: "GET",
    path: "/api/v1/mount-endpoints",
    summary: "Find where SFTP clients connect, and the host keys to expect there",
    access: { scope: "anyone" },
    rate: "exempt",
    params: none,
    query: none,
    result: z.object({ sftp: Sftp.nullable().meta({ description: "Null without a gateway." }) }),
    status: 200,
    errors: [],
  }),
};
