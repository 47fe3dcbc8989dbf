import { z } from "zod";

import { AppError } from "@/lib/errors";

import { FORM, readBytes } from "./input";

// Our requests have at most five; RFC 6749, section 3.1, lets clients send unknown ones too.
const MAX_FIELDS = 20;

/**
 * The parameters of a form-encoded body; empty ones count as omitted (RFC 6749, section 3.2).
 * @throws AppError `invalid_request` for repeated, non-UTF-8 or more than 20 parameters,
 *   `unsupported_media_type`, `body_too_large`, `incomplete_body`
 */
export async function readForm(
  request: Request,
  maxBytes: number,
): Promise<Record<string, string>> {
  const bytes = await readBytes(request, FORM, maxBytes);
  let count = 0;
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(bytes.toString("utf8"))) {
    if (++count > MAX_FIELDS || fields.has(name)) throw new AppError("invalid_request");
    // Invalid UTF-8 decodes to replacement characters; no valid parameter contains one.
    if (value.includes("\u{FFFD}")) throw new AppError("invalid_request");
    if (value !== "") fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

const Problem = z.union([
  z.object({ detail: z.looseObject({ code: z.string(), message: z.string() }) }),
  z.object({
    detail: z.array(z.object({ loc: z.array(z.unknown()), msg: z.string() })),
    request_id: z.string(),
  }),
]);

// Errors the RFCs have no code for. OAuth clients read `error`, ours also `detail.code`.
const OTHERS: Readonly<Record<number, string>> = {
  429: "temporarily_unavailable",
  500: "server_error",
  503: "temporarily_unavailable",
};

/**
 * An error response in OAuth's form (spec 2.4; RFC 6749, section 5.2): the RFC's code beside `detail`.
 * Missing or invalid fields are a 400 `invalid_request` that names the first one.
 */
export async function toOauthProblem(response: Response): Promise<Response> {
  const body = Problem.parse(await response.json());
  if (!("request_id" in body)) {
    const { code, message } = body.detail;
    const { status, headers } = response;
    const isTheirs = status === 400 && code !== "incomplete_body";
    const error = OTHERS[status] ?? (isTheirs ? code : "invalid_request");
    const kept = new Headers(headers);
    kept.delete("content-length");
    const reply = { error, error_description: message, detail: body.detail };
    return Response.json(reply, { status, headers: kept });
  }
  const [first] = body.detail;
  const description = `${String(first?.loc.at(-1))} ${first?.msg}`;
  const detail = {
    code: "invalid_request",
    message: description,
    request_id: body.request_id,
  };
  const reply = { error: detail.code, error_description: description, detail };
  return Response.json(reply, { status: 400 });
}
