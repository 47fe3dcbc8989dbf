import type { Prisma } from "@/lib/db/client";
import { newId } from "@/lib/ids";

import type { NewNotice } from "./notice";

/**
 * Keeps notices for their organisations (spec 7.38). Call it in the transaction that takes them, so that each is kept
 * once. A warning of an API key that is kept already is left out.
 */
export async function recordNotices(
  tx: Prisma.TransactionClient,
  notices: readonly NewNotice[],
): Promise<void> {
  const data = notices.map((notice) => ({ ...notice, id: newId("notice") }));
  await tx.notice.createMany({ data, skipDuplicates: true });
}
