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
  "password_weak",
  "public_key_invalid",
  "path_too_long",
  "cursor_format",
  "page_token",
] as const;

export type ProblemType = (typeof PROBLEM_TYPES)[number];

/** One input problem. `loc` says where, as in `["body", "url"]`; the value is never repeated. */
export type Problem = { loc: (string | number)[]; msg: string; type: ProblemType };
