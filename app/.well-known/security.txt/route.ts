import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { securityTxt } from "@/lib/http/security-txt";

export const GET = handle(api.service.securityTxt, async ({ ctx }) =>
  securityTxt(ctx.services.settings, new Date()),
);
