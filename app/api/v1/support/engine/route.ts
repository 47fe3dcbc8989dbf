import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { readEngine } from "@/lib/support/read-engine";

export const GET = handle(api.support.engine, ({ ctx }) => readEngine(ctx));
