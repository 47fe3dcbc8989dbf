import path from "node:path";

import { readSettings, SettingsError, type Settings } from "@/lib/settings";

import { builtProgram } from "./build-programs";
import { claimDataDir } from "./claims";
import { migrateDatabase, openDatabase } from "./database";
import { readEnvironment } from "./environment";
import { explain } from "./explain";
import { makeDataDir } from "./files";
import { freePort } from "./free-port";
import { generateClient } from "./generate-client";
import { LaunchError } from "./launch-error";
import { openSftp } from "./open-sftp";
import { requirePort } from "./port";
import { prepareCode } from "./prepare-code";
import { say, step, surviveOutput } from "./progress";
import { createMetricsRelay } from "./relay-metrics";
import { reloadOnChange } from "./reload";
import { ensureSecrets } from "./secrets";
import { setupLink } from "./setup-link";
import { builtStarter, sourceStarter, spareStarter, type Starter } from "./starter";
import { type Running, stopAll } from "./stop";
import { supervise, SUPERVISOR_TIMES, type Supervised } from "./supervisor";
import { adminOf, describeService } from "./welcome";

const ONE_ROLE =
  "! the user of DATABASE_URL owns the tables; with DATABASE_ADMIN_URL (docs/deploy.md) the service needs less";

// A development server that compiles a page for the first time says nothing meanwhile.
const COMPILING = { ...SUPERVISOR_TIMES, silence: 120_000 };

/**
 * Production serves pages that are built once, and development has a server for them and follows every change. A copy of
 * the service without its sources (`npm run build`) has been built before.
 */
type Mode = "production" | "development" | "built";

/**
 * `npm start`, `npm run dev` and `bin/serve.ts`: brings up the whole service from `root` and keeps it up until SIGTERM,
 * SIGINT or SIGHUP. Returns the exit code: 0 after a stop that was asked for, 1 after one clear line on standard error.
 */
export async function up(root: string, mode: Mode): Promise<number> {
  surviveOutput();
  const running: Running = { programs: [], base: [] };
  const ending = new AbortController();
  const asked = new Promise<void>((resolve) => {
    for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
      process.on(name, () => {
        ending.abort();
        resolve();
      });
  });
  try {
    await bringUp(root, mode, running, ending.signal);
    await asked;
    return 0;
  } catch (error) {
    if (ending.signal.aborted) return 0;
    const hint = error instanceof SettingsError ? " (see .env.example)" : "";
    process.stderr.write(`✗ ${explain(error)}${hint}\n`);
    return 1;
  } finally {
    if (ending.signal.aborted) say("stopping…");
    await stopAll(running);
  }
}

async function bringUp(
  root: string,
  mode: Mode,
  running: Running,
  signal: AbortSignal,
): Promise<void> {
  const env = readEnvironment(root, process.env);
  const settings = readSettings(env);
  makeDataDir(settings.dataDir, process.getuid?.() === 0);
  running.base.push(await claimDataDir(settings.dataDir));
  signal.throwIfAborted();
  const secrets = ensureSecrets(settings.dataDir, env);
  requireInngestKeys(settings);
  await requirePort(settings, signal);

  const database = await openDatabase(settings);
  running.base.push(database);
  signal.throwIfAborted();
  await step(
    () => migrateDatabase(database, root),
    ({ migrations, functionsVersion, isOwner }) => {
      const parts = [
        ...migrations.map((name) => `migration ${name}`),
        ...(functionsVersion === undefined ? [] : [`SQL functions version ${functionsVersion}`]),
      ];
      if (isOwner) say(ONE_ROLE);
      return parts.length > 0 ? `applied ${parts.join(", ")}` : undefined;
    },
  );
  if (mode === "development") generateClient(root);
  if (mode === "production") await build(root, signal);
  signal.throwIfAborted();
  const childEnv = await childEnvironment(settings, { ...env, ...secrets }, database.url);
  if (mode === "development") childEnv["TIDEMARK_PAGES_PORT"] = String(await freePort());
  const relay = createMetricsRelay();
  const starter: StarterOf = (name, own) => relay.connect(starterOf(name, root, own));
  const sftp = await openSftp(settings, childEnv, (own) => starter("sftp", own));
  if (sftp !== null) running.programs.push(sftp);
  const programs = await startProcesses(starter, settings, childEnv, running, signal);
  if (sftp !== null) programs.set("sftp", sftp);
  if (mode === "development")
    running.programs.push(reloadOnChange(root, database.ownerUrl, programs));
  const link = await setupLink(database.url, settings.appUrl, secrets.NEXTAUTH_SECRET);
  say(describeService(readSettings(childEnv), link, adminOf(mode, process.env)));
}

function build(root: string, signal: AbortSignal): Promise<boolean> {
  return step(
    () => prepareCode(root, signal, () => say("… building the pages, once after each change")),
    (built) => (built ? "pages built" : undefined),
  );
}

/** A child's environment: everything it needs, so that it generates and decides nothing itself. */
async function childEnvironment(
  settings: Settings,
  env: Record<string, string | undefined>,
  databaseUrl: string,
): Promise<NodeJS.ProcessEnv> {
  const common = {
    ...env,
    NODE_ENV: "production" as const,
    PORT: String(settings.port),
    APP_URL: settings.appUrl.href.replace(/\/$/, ""),
    DATABASE_URL: databaseUrl,
    // Only the start migrates.
    DATABASE_ADMIN_URL: "",
    // Without it next-auth trusts the Host header of a request.
    NEXTAUTH_URL: settings.appUrl.origin,
    // What the SDK registers with the engine; otherwise it would trust the Host header.
    INNGEST_SERVE_ORIGIN: settings.appUrl.origin,
    INNGEST_SERVE_PATH: "/api/inngest",
    TIDEMARK_DATA_DIR: settings.dataDir,
  };
  if (settings.inngest.baseUrl !== undefined) return common;
  const port = await freePort();
  return {
    ...common,
    TIDEMARK_EMBEDDED: "1",
    TIDEMARK_ENGINE_PORT: String(port),
    INNGEST_BASE_URL: `http://127.0.0.1:${port}`,
  };
}

type StarterOf = (name: string, env: NodeJS.ProcessEnv) => Starter;

async function startProcesses(
  starter: StarterOf,
  settings: Settings,
  env: NodeJS.ProcessEnv,
  running: Running,
  signal: AbortSignal,
): Promise<Map<string, Pick<Supervised, "restart">>> {
  const development = env["TIDEMARK_PAGES_PORT"] !== undefined;
  const names = [
    ...(development ? ["pages"] : []),
    "web",
    ...(settings.inngest.baseUrl === undefined ? ["worker"] : []),
  ];
  const start = (name: string) => {
    const times = name === "pages" ? COMPILING : SUPERVISOR_TIMES;
    return supervise(name, starter(name, env), (line) => say(`! ${line}`), times);
  };
  const children = new Map(names.map((name) => [name, start(name)]));
  const all = [...children.values()];
  running.programs.push(...all);
  // No event tells of what was before.
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new LaunchError("stopped")), { once: true });
  });
  const allReady = () => Promise.race([Promise.all(all.map((c) => c.ready)), aborted]);
  await step(allReady, () => `${names.join(" and ")} running`);
  return new Map<string, Pick<Supervised, "restart">>(children);
}

/** How a program starts: built in production; in development from source, and soon again after a change. */
function starterOf(name: string, root: string, env: NodeJS.ProcessEnv): Starter {
  if (env["TIDEMARK_PAGES_PORT"] === undefined)
    return builtStarter({ program: builtProgram(root, name), cwd: root, env });
  const program = path.join(root, "bin", `${name}.ts`);
  if (name === "pages") return sourceStarter({ program, cwd: root, env: forNext(env) });
  if (name === "sftp") return sourceStarter({ program, cwd: root, env });
  return spareStarter({ program, cwd: root, env });
}

function forNext(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" };
}

function requireInngestKeys({ inngest }: Settings): void {
  if (inngest.baseUrl === undefined || (inngest.eventKey && inngest.signingKey)) return;
  throw new LaunchError(
    "INNGEST_BASE_URL is set, so INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY of that server must be set too",
  );
}
