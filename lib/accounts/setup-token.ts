import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The secret of the one-time link to `/setup`: 256 bits derived from the service's secret, so every process
 * knows it and nothing stores it. It works only while no user exists.
 */
export function setupToken(authSecret: string): string {
  return createHmac("sha256", authSecret).update("tidemark /setup").digest("base64url");
}

/** Compares a text with that secret in constant time. */
export function isSetupToken(text: string, authSecret: string): boolean {
  const [given, requested] = [text, setupToken(authSecret)].map((token) =>
    createHmac("sha256", authSecret).update(token).digest(),
  );
  return given !== undefined && requested !== undefined && timingSafeEqual(given, requested);
}
