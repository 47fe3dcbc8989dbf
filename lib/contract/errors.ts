import { LIMITS } from "./limits";
import { WEBHOOK_ERRORS } from "./webhook-errors";

/**
 * A title says what to do. `limit`: the number that a request exceeded, which replaces `{limit}` in the title and is
 * `detail.limit` (spec 2.7); `given`: who throws the error has to say it, as settings or routes differ.
 */
export type ErrorEntry = { status: number; title: string; limit?: number | "given" };

/** Every error code of the API, with its HTTP status. Codes are public: add freely, never rename. */
export const ERRORS = {
  malformed_request: {
    status: 400,
    title: "The request is not valid HTTP; check the request target and the Host header.",
  },
  invalid_json: { status: 400, title: "The body is not valid JSON." },
  incomplete_body: {
    status: 400,
    title:
      "The body ended before Content-Length bytes arrived, or was sent too slowly; send it again.",
  },
  checksum_mismatch: {
    status: 400,
    title: "The content does not match X-Content-SHA256; upload it again.",
  },
  invalid_request: { status: 400, title: "A parameter is missing, repeated or malformed." },
  invalid_client: { status: 400, title: "Unknown client_id; use `tidemark-cli`." },
  invalid_grant: {
    status: 400,
    title: "The code or the refresh token is unknown, used, expired or revoked; log in again.",
  },
  invalid_scope: {
    status: 400,
    title: "A scope is unknown, or is not one of the login's; the server's metadata lists all.",
  },
  unsupported_grant_type: {
    status: 400,
    title: "This grant_type is not supported; the server's metadata lists those that are.",
  },
  authorization_pending: {
    status: 400,
    title: "The login is not approved yet; poll again after the interval.",
  },
  slow_down: {
    status: 400,
    title: "Polled too fast; wait five seconds longer between polls from now on.",
  },
  access_denied: { status: 400, title: "The user denied the login." },
  expired_token: {
    status: 400,
    title: "The code expired before it was approved; start the login again.",
  },
  unauthenticated: { status: 401, title: "Credentials are missing, unknown, expired or revoked." },
  login_ended: {
    status: 401,
    title: "The login of this access token was revoked; log in again.",
  },
  no_grant: {
    status: 403,
    title:
      "This API key has no grant for this filesystem in this mode; ask an admin to grant access.",
  },
  account_disabled: {
    status: 403,
    title: "This account is disabled; ask the operator of this service.",
  },
  organisation_disabled: {
    status: 403,
    title: "This organisation is disabled; ask the operator of this service.",
  },
  forbidden: { status: 403, title: "Your role or permissions do not allow this." },
  insufficient_scope: {
    status: 403,
    title:
      "The credential lacks the scope `{scope}`; use an API key that has it, or log in again with `tidemark login --scope`.",
  },
  reauthentication_required: {
    status: 403,
    title: "Confirm it's you: enter your password or sign in again, then retry.",
  },
  second_factor_required: {
    status: 403,
    title:
      "This organisation requires two-factor authentication; turn it on in the console under Account, then retry.",
  },
  second_factor_code_required: {
    status: 403,
    title: "The password is right; now enter a code from your authenticator app.",
  },
  second_factor_invalid: {
    status: 403,
    title: "The code is wrong or was already used; enter the next one that the app shows.",
  },
  passkey_invalid: {
    status: 403,
    title: "The passkey was not accepted; try again, or use another way to sign in.",
  },
  email_verification_required: {
    status: 403,
    title: "This link does not verify the e-mail address; use the link in the invitation e-mail.",
  },
  api_key_forbidden: { status: 403, title: "API keys cannot do this; sign in as a user." },
  cross_origin_request: {
    status: 403,
    title: "Requests with the session cookie must come from the console's own origin.",
  },
  not_found: { status: 404, title: "Not found, or not in your organisation." },
  path_not_found: { status: 404, title: "Nothing exists at this path." },
  content_not_found: {
    status: 404,
    title:
      "No file of this filesystem has had this content within the last hour; read the file again.",
  },
  email_not_configured: {
    status: 409,
    title: "This service sends no e-mail; ask its operator to change your address.",
  },
  ticket_invalid: {
    status: 404,
    title: "The ticket is unknown, used or expired; create a new mount session.",
  },
  method_not_allowed: {
    status: 405,
    title: "This path does not support this method; the Allow header lists those it does.",
  },
  already_exists: { status: 409, title: "An entry with this path or name already exists." },
  parent_not_found: {
    status: 409,
    title: "The parent directory does not exist; pass parents=true to create it.",
  },
  is_directory: { status: 409, title: "The path is a directory." },
  not_a_directory: { status: 409, title: "A parent in the path is not a directory." },
  is_special: {
    status: 409,
    title: "The entry is a named pipe, socket or device, which has no contents.",
  },
  is_symlink: {
    status: 409,
    title: "The path is a symbolic link; symbolic links are never followed.",
  },
  directory_not_empty: {
    status: 409,
    title: "The directory is not empty; pass recursive=true to delete everything in it.",
  },
  invalid_move: {
    status: 409,
    title: "A directory cannot be moved or copied into itself, or exchanged with what is in it.",
  },
  root_forbidden: {
    status: 409,
    title: "The root directory cannot be moved, copied, replaced or deleted.",
  },
  path_too_long: {
    status: 409,
    title: "A resulting path would be longer than {limit} bytes.",
    limit: LIMITS.pathBytes,
  },
  ...WEBHOOK_ERRORS,
  session_not_active: { status: 409, title: "The mount session has ended; create a new one." },
  idempotency_conflict: {
    status: 409,
    title:
      "This idempotency key was used with a different body, or its first request is still in progress.",
  },
  last_owner: {
    status: 409,
    title: "An organisation needs at least one owner; make another member an owner first.",
  },
  byte_quota_exceeded: {
    status: 409,
    title:
      "The filesystem's byte quota would be exceeded; delete files, or ask the operator for more.",
  },
  entry_quota_exceeded: {
    status: 409,
    title:
      "The filesystem's entry quota would be exceeded; delete entries, or ask the operator for more.",
  },
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
    title: "A request can copy or archive at most {limit} entries; take the directory in parts.",
    limit: "given",
  },
  filesystem_limit_reached: {
    status: 409,
    title:
      "An organisation can have at most {limit} filesystems; delete one first, or ask the operator for more.",
    limit: "given",
  },
  api_key_limit_reached: {
    status: 409,
    title:
      "An organisation can have at most {limit} API keys; revoke one first, or ask the operator for more.",
    limit: "given",
  },
  invitation_limit_reached: {
    status: 409,
    title:
      "An organisation can have at most {limit} open invitations; revoke one, or wait until one is accepted.",
    limit: "given",
  },
  organisation_limit_reached: {
    status: 409,
    title: "A user can create at most {limit} organisations; ask the operator to create another.",
    limit: "given",
  },
  passkey_limit_reached: {
    status: 409,
    title: "An account can have at most {limit} passkeys; remove one first.",
    limit: LIMITS.passkeys,
  },
  passkeys_unavailable: {
    status: 409,
    title:
      "Passkeys need https and a host name, and the address of this service (APP_URL) lacks one of them.",
  },
  cursor_expired: {
    status: 410,
    title:
      "The cursor is outside the retained history; list the files again and continue from the head.",
  },
  precondition_failed: {
    status: 412,
    title: "The entry does not match If-Match or If-None-Match; read it again, then retry.",
  },
  precondition_required: {
    status: 428,
    title: "Send If-Match with the entity tag of the content that the ranges belong to.",
  },
  file_too_large: {
    status: 413,
    title: "The file is larger than {limit} bytes, the most that this service allows.",
    limit: "given",
  },
  body_too_large: {
    status: 413,
    title:
      "The body is larger than the {limit} bytes that this route accepts; send fewer or shorter fields.",
    limit: "given",
  },
  unsupported_media_type: {
    status: 415,
    title:
      "Send the body as application/json; OAuth routes take application/x-www-form-urlencoded.",
  },
  headers_too_large: {
    status: 431,
    title: "URL and headers are larger than {limit} bytes together; name fewer or shorter paths.",
    limit: LIMITS.headBytes,
  },
  range_not_satisfiable: { status: 416, title: "The range starts past the end of the file." },
  validation_error: {
    status: 422,
    title: `Some fields are missing or invalid; \`detail\` lists the first ${LIMITS.problems}.`,
  },
  rate_limited: { status: 429, title: "Too many requests; retry after Retry-After seconds." },
  internal: {
    status: 500,
    title: "Something went wrong on our side; contact support with the request ID.",
  },
  too_many_open: {
    status: 429,
    title:
      "At most {limit} of this kind (streams and long polls, uploads, downloads, archives) may be open; close one, then retry.",
    limit: "given",
  },
  storage_full: {
    status: 507,
    title: "The server is running out of disk space; ask the operator to free or add some.",
  },
  unavailable: {
    status: 503,
    title: "Part of the service is temporarily unavailable; retry in a moment.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
