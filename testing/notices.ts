import { newId } from "@/lib/ids";
import type { NewNotice } from "@/lib/notices/notice";

import type { TestService } from "./service";

const FAILING: Omit<Extract<NewNotice, { topic: "webhooks" }>, "org_id"> = {
  topic: "webhooks",
  news: "failing",
  detail: {
    host: "hooks.example.com",
    filesystem_name: "tickets",
    last_failure: "http_500",
    disabled_reason: null,
  },
};

/** Keeps a notice of an organisation, as what is sent does. @returns its id */
export async function createNotice(
  { services }: TestService,
  org_id: string,
  notice: Omit<NewNotice, "org_id"> = FAILING,
): Promise<string> {
  const id = newId("notice");
  await services.db.notice.create({ data: { ...notice, id, org_id } });
  return id;
}
