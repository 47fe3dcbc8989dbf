import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The secret of the one-time link to `/setup`: 256 bits that follow from the service's own secret, so that every start
 * and every process knows it and nothing stores it. Whether it still works, the table of persons alone says.
 */
export function setupToken(authSecret: string): string {
  return createHmac("sha256", authSecret).update("tidemark /setup").digest("base64url");
}

/** Whether a text is that secret, in a time that says nothing of how much of it was right. */
export function isSetupToken(text: string, authSecret: string): boolean {
  const [given, wanted] = [text, setupToken(authSecret)].map((token) =>
    createHmac("sha256", authSecret).update(token).digest(),
  );
  return given !== undefined && wanted !== undefined && timingSafeEqual(given, wanted);
}
