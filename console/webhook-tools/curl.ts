import { keyOf, sign } from "./signature";

type Message = { url: string; id: string; headers: Record<string, string>; body: string };

// A shell takes everything between single quotes as it is, save the quote itself.
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A message as a command that signs it when it runs, by what `TIDEMARK_WEBHOOK_SECRET` holds in its shell. */
export function shellSignedCurl(message: Message): string {
  return `ID=${quote(message.id)}
TIME=$(date +%s)
BODY=${quote(message.body)}
KEY=$(printf %s "\${TIDEMARK_WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -vtx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$TIME.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
${call(message, ['-H "webhook-id: $ID"', '-H "webhook-timestamp: $TIME"', '-H "webhook-signature: v1,$SIGNATURE"'], '"$BODY"')}`;
}

/**
 * A message as a command that sends it again, signed here and now (milliseconds since 1970): good for 300 seconds.
 * Null if the secret is not complete.
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
    quote(body),
  );
}

function call({ url, headers }: Message, signed: readonly string[], data: string): string {
  const others = Object.entries(headers)
    .filter(([name]) => !/^(webhook-.*|content-length|host)$/i.test(name))
    .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  return [`curl -i ${quote(url)}`, ...others, ...signed, `--data-raw ${data}`].join(" \\\n  ");
}
