import { api } from "@/lib/contract/api";
import { listEntries } from "@/lib/entries/list-entries";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.entries.list, ({ ctx, query }) => listEntries(ctx, query));
