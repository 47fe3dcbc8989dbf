import path from "node:path";

import type { ReceiverOptions } from "./options";
import { webhookFile } from "./webhook-file";

/**
 * Returns the settings with which the service reaches a receiver on this machine: a host name that
 * does not resolve is connected to 127.0.0.1, and our authority is trusted.
 */
export function serviceSettings(hostName: string, port: number, caFile: string) {
  return {
    WEBHOOK_CONNECT_TO: `${hostName}:443=127.0.0.1:${port}`,
    WEBHOOK_CA_FILE: path.resolve(caFile),
  };
}

/** Returns the settings as lines to copy into a shell. */
export function settingsText(hostName: string, port: number, caFile: string): string {
  const settings = Object.entries(serviceSettings(hostName, port, caFile));
  return [
    "Start the service with these settings, so that it can reach this receiver:",
    "",
    ...settings.map(([name, value]) => `  export ${name}=${doubleQuote(value)}`),
    "",
  ].join("\n");
}

/** Returns the instructions for starting a receiver by hand; they contain no credential. */
export function instructions(
  options: ReceiverOptions,
  url: string,
  port: number,
  caFile: string,
): string {
  const route = `/api/v1/orgs/${options.org}/filesystems/${options.filesystem}/webhooks`;
  const body = JSON.stringify({ url, path_prefix: options.pathPrefix });
  return [
    settingsText(options.hostName, port, caFile),
    "Create the webhook once, unless you pass --create-webhook. Save its secret where the receiver reads it:",
    "",
    `  curl -sS -X POST ${quote(options.api + route)} \\`,
    '    -H "Authorization: Bearer $TIDEMARK_API_KEY" -H "Content-Type: application/json" \\',
    `    -d ${quote(body)} -o ${quote(webhookFile(options.state))}`,
    "",
  ].join("\n");
}

/** For a POSIX shell; also valid in an env file. */
function doubleQuote(text: string): string {
  return `"${text.replaceAll(/["$`\\]/g, "\\$&")}"`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
