import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { createTestInbox } from "@/lib/webhooks/create-test-inbox";

export const POST = handle(api.testInbox.create, ({ ctx }) => createTestInbox(ctx));
