import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { logViolation } from "@/lib/http/log-violation";

export const POST = handle(api.service.reportViolation, async ({ body }) => logViolation(body));
