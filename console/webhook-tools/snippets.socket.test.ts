import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import net from "node:net";
import path from "node:path";

import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { signMessage } from "@/lib/sender/sign";
import { freePort } from "@/lib/server/launch/free-port";
import { portOf } from "@/testing/endpoint";
import { eventually } from "@/testing/eventually";

import { snippetsFor } from "./snippets";

const SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3";
const OTHER = "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4";
const BODY = '{"type":"files.changed","data":{"cursor":"7","path":"/größe \\"1\\" 🐚.txt"}}';
/** As long as the service waits. */
const RESPONSE_MS = 10_000;
const ID = "wh_01kb3x6v7cf2dsk8xkqz4n5w9a";
// Inside of the checkout, so that what Node runs finds the packages.
const ROOT = path.resolve("test-results", "snippets");

type Sent = { headers: Record<string, string>; body: string };
/** Gives a request to the running snippet; answers its HTTP status. */
type Deliver = (request: Sent) => Promise<number> | number;
/** A snippet that runs; `port` is where it listens, if it is a whole server. */
type Running = { deliver: Deliver; port?: number };
type Language = {
  name: string;
  /** The commands it takes; without them the language is skipped. */
  needs: string[];
  start: (code: string, directory: string) => Promise<Running>;
};

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(ROOT, { recursive: true, force: true });
});
beforeAll(() => mkdirSync(ROOT, { recursive: true }));

const environment = { ...process.env, TIDEMARK_WEBHOOK_SECRET: SECRET };

/** Runs a snippet that is a whole server, and speaks to it over HTTP. */
async function serve(cwd: string, command: (port: number) => string[]): Promise<Running> {
  const port = await freePort();
  const [program = "", ...args] = command(port);
  const child = spawn(program, args, {
    cwd,
    env: { ...environment, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  children.push(child);
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const post = ({ headers, body }: Sent) =>
    fetch(`http://127.0.0.1:${port}/in`, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(RESPONSE_MS),
    });
  await eventually(
    `${program} listens`,
    () => {
      if (child.exitCode !== null) throw new Error(said);
      return post({ headers: {}, body: "" }).then(
        () => true,
        () => false,
      );
    },
    120_000,
  );
  return { port, deliver: async (request) => (await post(request)).status };
}

const HALF = "POST /in HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nabc";

/** A peer without a secret: it sends this, then waits or, with `breaks`, closes. Ends with the test. */
async function misbehave(port: number, text: string, breaks = false): Promise<void> {
  const socket = net.connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined).resume();
  await once(socket, "connect");
  if (text !== "") await new Promise((resolve) => socket.write(text, resolve));
  if (!breaks) return;
  socket.end();
  await once(socket, "close");
}

const write = (directory: string, name: string, text: string) => {
  writeFileSync(path.join(directory, name), text);
  return path.join(directory, name);
};

const LANGUAGES: Language[] = [
  {
    name: "Node",
    needs: ["node"],
    start(code, directory) {
      write(directory, "receiver.mjs", code);
      return serve(directory, () => ["node", "receiver.mjs"]);
    },
  },
  {
    name: "Next.js",
    needs: ["node"],
    async start(code, directory) {
      const file = write(directory, "route.ts", code);
      process.env["TIDEMARK_WEBHOOK_SECRET"] = SECRET;
      const { POST } = (await import(file)) as { POST: (request: Request) => Promise<Response> };
      return {
        deliver: async ({ headers, body }) =>
          (await POST(new Request("http://localhost/in", { method: "POST", headers, body })))
            .status,
      };
    },
  },
  {
    name: "Python",
    needs: ["python3"],
    start(code, directory) {
      write(directory, "receiver.py", code);
      return serve(directory, () => ["python3", "receiver.py"]);
    },
  },
  {
    name: "Go",
    needs: ["go"],
    start(code, directory) {
      write(directory, "main.go", code);
      const alone = { GOFLAGS: "", GO111MODULE: "off", CGO_ENABLED: "0" };
      run("go", ["build", "-o", "receiver", "main.go"], directory, "", {
        ...environment,
        ...alone,
      });
      return serve(directory, () => ["./receiver"]);
    },
  },
  {
    name: "Ruby",
    needs: ["ruby"],
    async start(code, directory) {
      write(directory, "config.ru", code);
      // What a Rack server does, without one: an environment in, a status out.
      const driver = `require "json"; require "stringio"
def run(app) = $app = app
load "./config.ru"
given = JSON.parse($stdin.read)
env = given["headers"].to_h { |k, v| ["HTTP_" + k.upcase.tr("-", "_"), v] }
env["rack.input"] = StringIO.new(given["body"].b)
print $app.call(env).first`;
      return {
        deliver: (request) =>
          Number(run("ruby", ["-e", driver], directory, JSON.stringify(request), environment)),
      };
    },
  },
  {
    name: "PHP",
    needs: ["php"],
    start(code, directory) {
      write(directory, "receiver.php", code);
      return serve(directory, (port) => ["php", "-S", `127.0.0.1:${port}`, "receiver.php"]);
    },
  },
  {
    name: "Java",
    needs: ["java", "javac"],
    start(code, directory) {
      write(directory, "Receiver.java", code);
      return serve(directory, () => ["java", "Receiver.java"]);
    },
  },
  {
    name: "C#",
    needs: ["mcs", "mono"],
    async start(code, directory) {
      write(directory, "Webhook.cs", code);
      write(
        directory,
        "Driver.cs",
        `class Driver { static int Main(string[] a) {
          var body = System.Text.Encoding.UTF8.GetBytes(System.Console.In.ReadToEnd());
          System.Console.Write(Webhook.Verify(a[0], a[1], a[2], body) ? 204 : 400); return 0; } }`,
      );
      const files = ["Webhook.cs", "Driver.cs"];
      run("mcs", ["-r:System.Core", "-out:driver.exe", ...files], directory, "", environment);
      const deliver: Deliver = ({ headers, body }) => {
        const given = ["id", "timestamp", "signature"].map((it) => headers[`webhook-${it}`] ?? "");
        const utf8 = { ...environment, LANG: "C.UTF-8" };
        return Number(run("mono", ["driver.exe", ...given], directory, body, utf8));
      };
      return { deliver };
    },
  },
];

function run(program: string, args: string[], cwd: string, input: string, env: object): string {
  return execFileSync(program, args, {
    cwd,
    input,
    env: env as NodeJS.ProcessEnv,
    encoding: "utf8",
  });
}

const VERSION: Record<string, string> = {
  go: "version",
  openssl: "version",
  java: "-version",
  javac: "-version",
};

/** Whether a command is there and runs: a name in the path may be no more than a stub. */
function isThere(command: string): boolean {
  try {
    const ask = VERSION[command] ?? "--version";
    execFileSync(command, [ask], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A request as our own service signs it. */
function signed({ ageS = 0, secrets = [SECRET] } = {}): Sent {
  const timestamp = Math.floor(Date.now() / 1_000) - ageS;
  const message = { messageId: "msg_1", timestamp, body: Buffer.from(BODY), secrets };
  return { headers: { "content-type": "application/json", ...signMessage(message) }, body: BODY };
}

const codeOf = (name: string, url = "https://hooks.example.com/in") =>
  snippetsFor({ id: ID, url }).find((snippet) => snippet.name === name)?.code ?? "";

for (const { name, needs, start } of LANGUAGES) {
  const missing = needs.filter((command) => !isThere(command));
  const why = missing.length > 0 ? ` (skipped: no ${missing.join(", ")} here)` : "";
  describe.skipIf(why !== "")(`the snippet for ${name}${why}`, () => {
    test("takes what we sign and nothing else", { timeout: 180_000 }, async () => {
      const directory = path.join(ROOT, name.replace(/\W/g, "_"));
      mkdirSync(directory, { recursive: true });
      const { deliver, port } = await start(codeOf(name), directory);
      const good = signed();
      const { "webhook-signature": signature = "" } = good.headers;
      expect(await deliver(good), "a good one").toBe(204);
      const rotated = signed({ secrets: [OTHER, SECRET] });
      expect(await deliver(rotated), "one of two signatures fits").toBe(204);
      const bad: Record<string, Sent> = {
        "another body": { ...good, body: BODY.replace("7", "8") },
        "another id": { ...good, headers: { ...good.headers, "webhook-id": "msg_2" } },
        "another secret": signed({ secrets: [OTHER] }),
        "six minutes old": signed({ ageS: 360 }),
        "six minutes ahead": signed({ ageS: -360 }),
        "a time that is no number": {
          ...good,
          headers: { ...good.headers, "webhook-timestamp": "now" },
        },
        "half a signature": {
          ...good,
          headers: { ...good.headers, "webhook-signature": signature.slice(0, -8) },
        },
        "no headers": { headers: {}, body: BODY },
      };
      for (const [what, request] of Object.entries(bad))
        expect(await deliver(request), what).toBe(400);
      if (port === undefined) return;
      await misbehave(port, "");
      await misbehave(port, HALF);
      await misbehave(port, HALF, true);
      expect(await deliver(signed()), "beside peers that say nothing or break off").toBe(204);
    });
  });
}

function verifies(body: Buffer, headers: object): boolean {
  try {
    new Webhook(SECRET).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

const shell = ["curl", "openssl", "base64", "od"];
test.skipIf(!shell.every((command) => isThere(command)))(
  "the snippet for curl sends a request that verifies, and does not with another secret",
  async () => {
    const verdicts: boolean[] = [];
    const server = createServer((incoming, outgoing) => {
      void incoming.toArray().then((chunks: Buffer[]) => {
        verdicts.push(verifies(Buffer.concat(chunks), incoming.headers));
        return outgoing.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const code = codeOf("curl", `http://127.0.0.1:${portOf(server)}/it's%20in`);
    for (const secret of [SECRET, OTHER]) {
      const env = { ...process.env, TIDEMARK_WEBHOOK_SECRET: secret };
      const child = spawn("sh", ["-c", code], { env, stdio: "ignore" });
      await new Promise((resolve) => child.once("exit", resolve));
    }
    server.close();
    expect(verdicts).toEqual([true, false]);
  },
);
