/** The key in a signing secret (`whsec_` and base64); null if the secret is incomplete. */
export function keyOf(secret: string): Uint8Array<ArrayBuffer> | null {
  const encoded = /^whsec_([A-Za-z0-9+/]{4,}={0,2})$/.exec(secret.trim())?.[1];
  if (encoded === undefined) return null;
  try {
    return Uint8Array.from(atob(encoded), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
}

/** Whether this page can sign: browsers let none that came over plain http, except from the machine itself. */
export const canSign = (): boolean => "subtle" in crypto;

/** HMAC-SHA256 of a text in base64, computed locally (spec 7.21). */
export async function sign(key: Uint8Array<ArrayBuffer>, content: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  const bytes = await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(content));
  return btoa(String.fromCodePoint(...new Uint8Array(bytes)));
}
