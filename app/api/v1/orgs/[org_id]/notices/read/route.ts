import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { markNoticesRead } from "@/lib/notices/mark-notices-read";

export const POST = handle(api.notices.read, ({ ctx, body }) => markNoticesRead(ctx, body));
