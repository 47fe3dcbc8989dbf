import { sendSecurityEmail } from "@/lib/mail/send-security-email";
import type { Uses } from "@/lib/services";

type Visit = { address: string; userAgent: string };

// The user of a new account knows that they sign in.
const NEW_ACCOUNT_MS = 60 * 60 * 1000;

/** E-mails a user that they signed in from a browser in which they had not done so before. */
export async function notifyOfDevice(
  services: Uses<"db" | "mail" | "settings" | "signInLimits">,
  { address, userAgent }: Visit,
  userId: string,
): Promise<void> {
  const { email, created_at } = await services.db.user.findUniqueOrThrow({ where: { id: userId } });
  if (Date.now() - created_at.getTime() < NEW_ACCOUNT_MS) return;
  sendSecurityEmail(services, email, { type: "new_device", address, userAgent });
}
