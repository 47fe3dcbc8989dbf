import { api } from "@/lib/contract/api";
import { getUsage } from "@/lib/filesystems/read-usage";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.usage.get, ({ ctx }) => getUsage(ctx));
