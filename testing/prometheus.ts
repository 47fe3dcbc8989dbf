import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { freePort } from "@/lib/server/launch/free-port";

import { eventually } from "./eventually";

const START_MS = 60_000;

/** Whether Prometheus and its tool are installed. */
export const hasPrometheus = ["prometheus", "promtool"].every(
  (program) => spawnSync(program, ["--version"]).status === 0,
);

/** What the tool says about some input; throws what it complains about. */
export const promtool = (args: readonly string[], input = ""): string =>
  execFileSync("promtool", args, { input, encoding: "utf8" });

/** A Prometheus that scrapes one target every five seconds. */
export type Prometheus = {
  /** The series that an expression has now. @throws Error with what is wrong with the expression */
  query(expression: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]>;
  /** Its rules by name, each with its health and last error. */
  rules(): Promise<{ name: string; health: string; lastError?: string }[]>;
  stop(): Promise<void>;
};

/** Starts one with the rules of `ops/`, for the job that they expect. `target` is host and port. */
export async function startPrometheus(target: string, token: string): Promise<Prometheus> {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-prometheus-"));
  const config = path.join(directory, "prometheus.json");
  writeFileSync(
    config,
    // JSON is YAML.
    JSON.stringify({
      // A scrape may take as long as the interval.
      global: { scrape_interval: "5s", scrape_timeout: "5s", evaluation_interval: "5s" },
      rule_files: [path.resolve("ops/alerts.yml")],
      scrape_configs: [
        {
          job_name: "tidemark",
          authorization: { credentials: token },
          static_configs: [{ targets: [target] }],
        },
      ],
    }),
  );
  const port = await freePort();
  const child = spawn(
    "prometheus",
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(directory, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const api = async (route: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/${route}`);
    const body = await response.json();
    if (body.status !== "success") throw new Error(`${body.errorType}: ${body.error}`);
    return body.data;
  };
  await eventually(
    "Prometheus",
    () =>
      fetch(`http://127.0.0.1:${port}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    START_MS,
  );
  return {
    query: async (expression) =>
      (await api(`api/v1/query?query=${encodeURIComponent(expression)}`)).result,
    rules: async () =>
      (await api("api/v1/rules")).groups.flatMap(({ rules }: { rules: object[] }) => rules),
    async stop() {
      child.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
