import { z } from "zod";

import { Id, none, noResult, Timestamp } from "./common";
import { operation } from "./operation";
import { Role } from "./organisations";
import { SCOPES } from "./scopes";

const State = z.enum(["ok", "failing"]);

export const service = {
  me: operation({
    id: "getMe",
    method: "GET",
    path: "/api/v1/me",
    summary: "Identify the caller",
    access: { scope: "caller", needs: "any" },
    rate: "management",
    params: none,
    query: none,
    result: z.object({
      id: Id("user").nullable().meta({ example: null }),
      email: z.string().nullable().meta({ example: null }),
      name: z.string().nullable().meta({ example: null }),
      organisations: z.array(
        z.object({
          id: Id("org"),
          name: z.string().meta({ example: "Harbour Supply" }),
          role: Role.nullable().meta({ example: null }),
          needs_second_factor: z.boolean().meta({
            description: "Whether the caller reaches it only after adding a second factor.",
            example: false,
          }),
          requires_second_factor: z.boolean().meta({
            description: "Whether it requires one of its members.",
            example: false,
          }),
        }),
      ),
      api_key: z
        .object({
          id: Id("key"),
          org_id: Id("org"),
          name: z.string().meta({ example: "backend" }),
          permissions: z.array(z.enum(["filesystems:create", "grants:write"])),
          expires_at: Timestamp.nullable().meta({ example: null }),
        })
        .nullable(),
      scopes: z.array(z.enum(SCOPES)).nullable().meta({
        description: "Those of the API key or the login; null with the console's cookie.",
      }),
    }),
    status: 200,
    errors: [],
  }),
  openapi: operation({
    id: "getOpenapi",
    method: "GET",
    path: "/api/v1/openapi.json",
    summary: "Get this OpenAPI document",
    access: { scope: "anyone" },
    rate: "management",
    params: none,
    query: none,
    result: z.record(z.string(), z.unknown()),
    status: 200,
    errors: [],
  }),
  securityTxt: operation({
    id: "getSecurityTxt",
    method: "GET",
    path: "/.well-known/security.txt",
    summary: "Get the security contact (RFC 9116), if one is configured",
    access: { scope: "anyone" },
    rate: "management",
    params: none,
    query: none,
    bytes: "text",
    result: z.string(),
    status: 200,
    errors: ["not_found"],
  }),
  reportViolation: operation({
    id: "reportCspViolation",
    method: "POST",
    path: "/api/v1/csp-reports",
    summary: "Receive CSP violation reports from browsers",
    access: { scope: "anyone" },
    rate: "management",
    params: none,
    query: none,
    mediaType: "application/csp-report",
    body: z.looseObject({
      "csp-report": z.looseObject({
        "document-uri": z.string().optional().meta({ example: "https://files.example.com/" }),
        "effective-directive": z.string().optional(),
        "blocked-uri": z.string().optional(),
        "source-file": z.string().optional(),
        "line-number": z.int().optional(),
      }),
    }),
    result: noResult,
    status: 204,
    errors: [],
  }),
  health: operation({
    id: "getHealth",
    method: "GET",
    path: "/api/v1/health",
    summary: "Check that the process responds",
    access: { scope: "anyone" },
    rate: "exempt",
    params: none,
    query: none,
    result: z.object({ status: z.literal("ok") }),
    status: 200,
    errors: [],
  }),
  ready: operation({
    id: "getReady",
    method: "GET",
    path: "/api/v1/ready",
    summary: "Check that the database, queue and blob store are available; 503 if one is not",
    access: { scope: "anyone" },
    rate: "exempt",
    params: none,
    query: none,
    result: z.object({ database: State, queue: State, blob_store: State }),
    status: 200,
    also: { 503: "At least one of them is unavailable." },
    errors: [],
  }),
};
