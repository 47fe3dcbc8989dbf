import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { listClusters } from "@/lib/support/list-clusters";

export const GET = handle(api.support.clusters, ({ ctx, query }) => listClusters(ctx, query));
