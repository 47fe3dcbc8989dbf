import { api } from "@/lib/contract/api";
import { statEntry } from "@/lib/entries/stat-entry";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.entries.stat, ({ ctx, query }) => statEntry(ctx, query));
