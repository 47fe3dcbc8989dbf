import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { openapiDocument } from "@/lib/openapi/document";

// Made once: strangers may ask for it, and the contract stays as long as the process.
let document: ReturnType<typeof openapiDocument> | undefined;

export const GET = handle(api.service.openapi, ({ ctx }) => {
  document ??= openapiDocument(api, ctx.services.settings.appUrl.origin);
  return Promise.resolve(document);
});
