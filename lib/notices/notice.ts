import type { Notice } from "@/lib/contract/notices";

type Without<T, Names extends PropertyKey> = T extends unknown ? Omit<T, Names> : never;
type Ids = "webhook_id" | "filesystem_id" | "api_key_id";

/** A notice as it is stored. */
export type StoredNotice = Without<Notice, "created_at"> & { created_at: Date };

/** A notice before it is stored. */
export type NewNotice = Without<Notice, "id" | "created_at" | "unread" | Ids> &
  Partial<Pick<Notice, Ids>> & { org_id: string };
