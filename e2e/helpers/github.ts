import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";

/** A fake GitHub Enterprise Server: every visitor is the user it was given, and consents. */
export type GitHub = { userId: number; close(): Promise<void> };

/** Starts one. Like the real one, it checks state and PKCE of the browser's round trip. */
export async function startGitHub(port: number): Promise<GitHub> {
  const challenges = new Map<string, string>();
  const github = { userId: 0 };
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", "http://localhost");
    const json = (status: number, body: object) => {
      outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const query = (name: string) => url.searchParams.get(name) ?? "";
    if (url.pathname === "/login/oauth/authorize") {
      const code = randomBytes(8).toString("hex");
      challenges.set(code, query("code_challenge"));
      const back = new URL(query("redirect_uri"));
      back.search = new URLSearchParams({ code, state: query("state") }).toString();
      return void outgoing.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === "/api/v3/user") return json(200, { id: github.userId });
    return void readForm(incoming).then((form) => {
      const challenge = challenges.get(form.get("code") ?? "");
      const verifier = createHash("sha256").update(form.get("code_verifier") ?? "");
      if (challenge === undefined || challenge !== verifier.digest("base64url"))
        return json(400, { error: "invalid_grant" });
      return json(200, { access_token: "token", token_type: "bearer", scope: "" });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return Object.assign(github, { close });
}

async function readForm(incoming: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
