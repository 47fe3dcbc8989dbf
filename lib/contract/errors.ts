/**
 * Every code the API answers, with its status and what to do; `{limit}` is the number that `detail.limit` carries.
 * Codes are public: add freely, never rename.
 */
export const ERRORS = {
  malformed_request: {
    status: 400,
    title: "The request is not valid HTTP: check its target and its Host.",
  },
  invalid_json: { status: 400, title: "The body is not valid JSON." },
  incomplete_body: {
    status: 400,
    title: "The body ended before Content-Length bytes had arrived, or took too long.",
  },
  checksum_mismatch: { status: 400, title: "The content does not match X-Content-SHA256." },
  invalid_request: { status: 400, title: "A parameter is missing, repeated or malformed." },
  invalid_client: { status: 400, title: "There is no client with this client_id." },
  invalid_grant: {
    status: 400,
    title: "The code or the refresh token is unknown, used, expired or revoked; log in again.",
  },
  unsupported_grant_type: {
    status: 400,
    title: "This grant_type is not among those that the server's metadata lists.",
  },
  authorization_pending: {
    status: 400,
    title: "Nobody has approved the login yet; ask again after the interval.",
  },
  slow_down: { status: 400, title: "Asked too early; the interval is five seconds longer now." },
  access_denied: { status: 400, title: "The person refused the login." },
  expired_token: { status: 400, title: "The code was not approved in time; begin again." },
  unauthenticated: { status: 401, title: "Credentials are missing, unknown, expired or revoked." },
  login_ended: {
    status: 401,
    title: "The login behind this access token was ended; log in again.",
  },
  no_grant: { status: 403, title: "This key has no grant on the filesystem in this mode." },
  forbidden: { status: 403, title: "The role or the permissions of the caller do not allow this." },
  reauthentication_required: {
    status: 403,
    title: "Confirm it's you: enter your password again or sign in again, then retry.",
  },
  email_verification_required: {
    status: 403,
    title: "This link does not prove the address; use the link in the invitation e-mail.",
  },
  api_key_forbidden: { status: 403, title: "A person must do this; an API key cannot." },
  cross_origin_request: {
    status: 403,
    title: "A request with the session cookie must come from the console's own pages.",
  },
  not_found: { status: 404, title: "There is no such thing, or not in your organisation." },
  path_not_found: { status: 404, title: "Nothing exists at this path." },
  ticket_invalid: {
    status: 404,
    title: "The ticket is unknown, used or expired; create another mount session.",
  },
  method_not_allowed: { status: 405, title: "The path exists, but not with this method." },
  already_exists: { status: 409, title: "Something with this path or name exists already." },
  parent_not_found: {
    status: 409,
    title: "The parent directory does not exist; pass parents=true to make it.",
  },
  is_directory: { status: 409, title: "The path is a directory." },
  not_a_directory: { status: 409, title: "A segment of the path is not a directory." },
  is_symlink: { status: 409, title: "The path is a symbolic link, and those are never followed." },
  directory_not_empty: {
    status: 409,
    title: "The directory is not empty; pass recursive=true to delete all of it.",
  },
  invalid_move: { status: 409, title: "A directory can be neither moved nor copied into itself." },
  root_forbidden: {
    status: 409,
    title: "The root directory cannot be moved, copied, replaced or deleted.",
  },
  path_too_long: { status: 409, title: "A path would become longer than 4,096 bytes." },
  webhook_limit_reached: {
    status: 409,
    title: "A filesystem has at most five webhooks; delete one first.",
  },
  webhook_not_disabled: { status: 409, title: "The webhook is not disabled." },
  webhook_access_revoked: {
    status: 409,
    title: "The webhook's creator lost access; create a new webhook instead.",
  },
  webhook_not_retrying: { status: 409, title: "No attempt of this webhook waits for its retry." },
  session_not_active: { status: 409, title: "The mount session has ended; create another." },
  idempotency_conflict: {
    status: 409,
    title: "This idempotency key was used with another body, or its first request is under way.",
  },
  last_owner: { status: 409, title: "An organisation keeps at least one owner." },
  byte_quota_exceeded: { status: 409, title: "The filesystem's byte quota would be exceeded." },
  entry_quota_exceeded: { status: 409, title: "The filesystem's entry quota would be exceeded." },
  organisation_byte_quota_exceeded: {
    status: 409,
    title:
      "The organisation's byte quota would be exceeded; delete files in any of its filesystems, or ask the operator for more.",
  },
  organisation_entry_quota_exceeded: {
    status: 409,
    title:
      "The organisation's entry quota would be exceeded; delete entries in any of its filesystems, or ask the operator for more.",
  },
  too_many_entries: {
    status: 409,
    title: "One request copies at most {limit} entries; copy the directory in parts.",
  },
  filesystem_limit_reached: {
    status: 409,
    title:
      "An organisation has at most {limit} filesystems; delete one first, or ask the operator for more.",
  },
  api_key_limit_reached: {
    status: 409,
    title:
      "An organisation has at most {limit} API keys; revoke one first, or ask the operator for more.",
  },
  invitation_limit_reached: {
    status: 409,
    title:
      "An organisation has at most {limit} open invitations; revoke one, or wait until one is accepted.",
  },
  organisation_limit_reached: {
    status: 409,
    title: "A person creates at most {limit} organisations; ask the operator to create another.",
  },
  cursor_expired: {
    status: 410,
    title: "The cursor is outside the kept history; list the files and go on from the head.",
  },
  precondition_failed: {
    status: 412,
    title: "The entry is not as If-Match or If-None-Match demands.",
  },
  file_too_large: { status: 413, title: "The file is larger than this service accepts." },
  body_too_large: {
    status: 413,
    title:
      "The body is larger than this route takes, which is `max_bytes`; send fewer or shorter fields.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Send the body as application/json; the OAuth routes take a form.",
  },
  range_not_satisfiable: { status: 416, title: "The range starts behind the end of the file." },
  validation_error: {
    status: 422,
    title: "Some fields are missing or wrong; `detail` lists the first 20.",
  },
  rate_limited: { status: 429, title: "Too many requests; wait for Retry-After seconds." },
  too_many_open: {
    status: 429,
    title: "Too many streams, long polls or uploads are open; close one, then retry.",
  },
  internal: { status: 500, title: "Something failed on our side; tell us the request id." },
  storage_full: {
    status: 507,
    title: "Free space on the server's disk is running out; ask the operator to add some.",
  },
  unavailable: { status: 503, title: "A part of the service is away for a moment; try again." },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Types of one field's problem in a `validation_error` (spec 2.3). */
export const PROBLEM_TYPES = [
  "missing",
  "string_type",
  "integer_type",
  "boolean_type",
  "enum",
  "too_small",
  "too_big",
  "extra_forbidden",
  "url_invalid",
  "url_scheme",
  "url_port",
  "url_userinfo",
  "url_host",
  "url_private_address",
  "url_unresolvable",
  "url_too_long",
  "path_not_absolute",
  "path_segment",
  "path_encoding",
  "name_too_long",
  "path_too_long",
  "cursor_format",
  "page_token",
] as const;

export type ProblemType = (typeof PROBLEM_TYPES)[number];

/** One problem of the input. `loc` names the place, as in `["body", "url"]`; the input is never repeated. */
export type Problem = { loc: (string | number)[]; msg: string; type: ProblemType };
