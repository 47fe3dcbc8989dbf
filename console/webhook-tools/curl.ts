import { shellQuote } from "@/console/state/shell-quote";

import { keyOf, sign } from "./signature";

type Message = { url: string; id: string; headers: Record<string, string>; body: string };

/** A curl command that sends a message, signed with the shell's `TIDEMARK_WEBHOOK_SECRET` when it runs. */
export function shellSignedCurl(message: Message): string {
  return `ID=${shellQuote(message.id)}
TIME=$(date +%s)
BODY=${shellQuote(message.body)}
KEY=$(printf %s "\${TIDEMARK_WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -vtx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$TIME.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
${call(message, ['-H "webhook-id: $ID"', '-H "webhook-timestamp: $TIME"', '-H "webhook-signature: v1,$SIGNATURE"'], '"$BODY"')}`;
}

/**
 * A curl command that sends a message, signed now; receivers accept it for 300 seconds. Null if the secret is incomplete.
 * @param now in milliseconds since 1970
 */
export async function signedCurl(
  message: Message,
  secret: string,
  now: number,
): Promise<string | null> {
  const key = keyOf(secret);
  if (key === null) return null;
  const { id, body } = message;
  const time = Math.floor(now / 1_000);
  const signature = await sign(key, `${id}.${time}.${body}`);
  return call(
    message,
    [
      `-H 'webhook-id: ${id}'`,
      `-H 'webhook-timestamp: ${time}'`,
      `-H 'webhook-signature: v1,${signature}'`,
    ],
    shellQuote(body),
  );
}

function call({ url, headers }: Message, signed: readonly string[], data: string): string {
  const others = Object.entries(headers)
    .filter(([name]) => !/^(webhook-.*|content-length|host)$/i.test(name))
    .map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`);
  return [`curl -i ${shellQuote(url)}`, ...others, ...signed, `--data-raw ${data}`].join(" \\\n  ");
}
