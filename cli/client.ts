import type { z } from "zod";

import { request, RequestError } from "@/lib/api-client/request";
import type { Operation } from "@/lib/contract/operation";

import { accessToken, forgetLogin, NotLoggedIn, REQUEST_MS } from "./logins";
import type { CliSettings } from "./settings";

type Input<Op extends Operation> = Omit<
  NonNullable<Parameters<typeof request<Op>>[1]>,
  "from" | "signal" | "accept"
>;

/** The service as a command sees it; `say` prints a message before the result. */
export type Client = {
  settings: CliSettings;
  /** Calls an operation with the stored login or the API key. @throws RequestError, NotLoggedIn */
  call: <Op extends Operation>(op: Op, input?: Input<Op>) => Promise<z.output<Op["result"]>>;
  say: (text: string) => void;
};

/** A client of one service. */
export function createClient(settings: CliSettings, say: (text: string) => void): Client {
  const send = <Op extends Operation>(op: Op, input: Input<Op> | undefined, token: string) =>
    request<Op>(op, {
      ...input,
      from: { baseUrl: settings.apiUrl, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(REQUEST_MS),
    });
  return {
    settings,
    say,
    async call(op, input) {
      if (settings.apiKey !== null) return send(op, input, settings.apiKey);
      const token = await accessToken(settings);
      try {
        return await send(op, input, token);
      } catch (error) {
        if (!(error instanceof RequestError) || error.status !== 401) throw error;
        if (error.code === "login_ended") {
          await forgetLogin(settings, token);
          throw new NotLoggedIn("login_ended");
        }
        // Expired at the service although not by this machine's clock.
        return send(op, input, await accessToken(settings, token));
      }
    },
  };
}
