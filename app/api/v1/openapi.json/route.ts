import { api } from "@/lib/contract/api";
import { openapiDocument } from "@/lib/contract/openapi";
import { handle } from "@/lib/http/handle";

// Made once: strangers may ask for it, and the contract stays as long as the process.
let document: ReturnType<typeof openapiDocument> | undefined;

export const GET = handle(api.service.openapi, ({ ctx }) => {
  document ??= openapiDocument(api, ctx.services.settings.appUrl.origin);
  return Promise.resolve(document);
});
