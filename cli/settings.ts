import os from "node:os";
import path from "node:path";

import { UsageError } from "./usage-error";

/** Which service is meant, by whom, and where logins are kept. */
export type CliSettings = { apiUrl: string; apiKey: string | null; directory: string };

type Env = Record<string, string | undefined>;

/** Reads the client's variables. @throws UsageError naming the one that cannot be used; its value is never repeated. */
export function readCliSettings(env: Env): CliSettings {
  const apiKey = env["TIDEMARK_API_KEY"]?.trim() ?? "";
  if (!/^[\x21-\x7e]*$/.test(apiKey)) throw new UsageError("TIDEMARK_API_KEY is not an API key");
  return {
    apiUrl: readApiUrl(env["TIDEMARK_API_URL"]?.trim() || "http://localhost:3000"),
    apiKey: apiKey === "" ? null : apiKey,
    directory: path.join(configHome(env), "tidemark"),
  };
}

// One service has one name in the file of logins, with or without a slash at its end.
function readApiUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  if (url === null || !isWeb || url.username !== "" || url.password !== "")
    throw new UsageError("TIDEMARK_API_URL must look like https://files.example.com");
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

// A relative XDG_CONFIG_HOME counts as not set (XDG base directory specification).
function configHome(env: Env): string {
  const given = env["XDG_CONFIG_HOME"] ?? "";
  return path.isAbsolute(given) ? given : path.join(os.homedir(), ".config");
}
