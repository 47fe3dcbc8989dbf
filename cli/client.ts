import type { z } from "zod";

import { request, RequestError } from "@/lib/api-client/request";
import type { Operation } from "@/lib/contract/operation";

import { accessToken, forgetLogin, NotLoggedIn, REQUEST_MS } from "./logins";
import type { CliSettings } from "./settings";

type Input<Op extends Operation> = Omit<
  NonNullable<Parameters<typeof request<Op>>[1]>,
  "from" | "signal" | "accept"
>;

/** The service as a command sees it, and a way to tell people something before the answer is there. */
export type Client = {
  settings: CliSettings;
  /** Calls an operation as whoever is logged in, or by the API key. @throws RequestError, NotLoggedIn */
  call: <Op extends Operation>(op: Op, input?: Input<Op>) => Promise<z.output<Op["result"]>>;
  say: (text: string) => void;
};

/** The client of one service. */
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
        // Its hour was over sooner than this machine's clock says.
        return send(op, input, await accessToken(settings, token));
      }
    },
  };
}
