import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.service.health, () => Promise.resolve({ status: "ok" as const }));
