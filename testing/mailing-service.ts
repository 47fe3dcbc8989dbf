import { type MailServer, startMailServer } from "./mail-server";
import { startTestService, type TestService } from "./service";

/** A service with a mail server of its own, which ends with it. */
export type MailingService = TestService & { mail: MailServer };

/** Starts both. Close the service in `afterAll`. */
export async function startMailingService(
  env: Record<string, string> = {},
): Promise<MailingService> {
  const mail = await startMailServer();
  const service = await startTestService({ env: { SMTP_URL: mail.url, ...env } });
  const close = async () => {
    await service.close();
    await mail.close();
  };
  return { ...service, mail, close };
}
