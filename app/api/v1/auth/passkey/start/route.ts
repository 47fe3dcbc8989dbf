import { startPasskeySignIn } from "@/lib/accounts/passkeys/start-passkey-sign-in";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.passkeys.startSignIn, async ({ ctx, body, request, reply }) => {
  const started = await startPasskeySignIn(ctx, body, request.headers.get("cookie"));
  reply.headers.set("set-cookie", started.cookie);
  return started.options;
});
