import { api } from "@/lib/contract/api";
import { listUsage } from "@/lib/filesystems/read-usage";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.usage.history, ({ ctx, query }) => listUsage(ctx, query));
