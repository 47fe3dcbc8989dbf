import { api } from "@/lib/contract/api";
import { openapiDocument } from "@/lib/contract/openapi";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.service.openapi, ({ ctx }) =>
  Promise.resolve(openapiDocument(api, ctx.services.settings.appUrl.origin)),
);
