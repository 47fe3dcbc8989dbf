import os from "node:os";
import path from "node:path";

import { UsageError } from "@/lib/usage-error";

/** The service, the API key if any, and the directory of stored logins. */
export type CliSettings = { apiUrl: string; apiKey: string | null; directory: string };

type Env = Record<string, string | undefined>;

/** Reads the CLI's environment variables. @throws UsageError naming an invalid one, never its value */
export function readCliSettings(env: Env): CliSettings {
  const apiKey = env["TIDEMARK_API_KEY"]?.trim() ?? "";
  if (!/^[\x21-\x7e]*$/.test(apiKey)) throw new UsageError("TIDEMARK_API_KEY is not an API key");
  return {
    apiUrl: readApiUrl(env["TIDEMARK_API_URL"]?.trim() || "http://localhost:3000"),
    apiKey: apiKey === "" ? null : apiKey,
    directory: path.join(configHome(env), "tidemark"),
  };
}

// One key per service in the file of logins, with or without a trailing slash.
function readApiUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  if (url === null || !isWeb || url.username !== "" || url.password !== "")
    throw new UsageError("TIDEMARK_API_URL must look like https://files.example.com");
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

// A relative XDG_CONFIG_HOME is ignored (XDG Base Directory Specification).
function configHome(env: Env): string {
  const given = env["XDG_CONFIG_HOME"] ?? "";
  return path.isAbsolute(given) ? given : path.join(os.homedir(), ".config");
}
