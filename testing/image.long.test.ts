import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { freePort } from "@/lib/server/launch/free-port";

import { eventually } from "./eventually";
import { buildImage, canBuildImages, IMAGE, podman } from "./image";
import { NO_LIMITS } from "./no-limits";
import { isReady } from "./programs/service";
import { call } from "./tenant";

const STOP_S = 30;
const name = `tidemark-test-${randomBytes(4).toString("hex")}`;
const inside = (...command: string[]) => podman("exec", name, ...command);
const admin = (...args: string[]) => JSON.parse(inside("admin", ...args, "--json"));
let api: { url: string };

describe.skipIf(!canBuildImages)("an image of the service", () => {
  beforeAll(async () => {
    buildImage();
    const port = await freePort();
    api = { url: `http://127.0.0.1:${port}` };
    const how = "run -d --network host --read-only --tmpfs /tmp --cap-drop all";
    const limits = "--security-opt no-new-privileges --ulimit nofile=8192:8192 --ulimit nproc=4096";
    const env = `-e PORT=${port} -e HOST=127.0.0.1 -e SFTP_PORT=0 -v ${name}:/data --name ${name}`;
    const unlimited = Object.entries(NO_LIMITS).flatMap(([key, value]) => [
      "-e",
      `${key}=${value}`,
    ]);
    podman(...`${how} ${limits} ${env}`.split(" "), ...unlimited, IMAGE);
    await eventually("it is ready", () => isReady(api.url), 120_000).catch((error: Error) => {
      throw new Error(`${error.message}\n${podman("logs", name)}`);
    });
  });
  afterAll(() => {
    podman("rm", "-f", "-v", name);
    podman("volume", "rm", "-f", name);
  });

  test("it runs without rights, on a root file system that it cannot write to", () => {
    expect(inside("id", "-u")).toBe("10001");
    expect(() => inside("sh", "-c", "echo > /app/x 2>&1")).toThrow("Command failed");
    podman("healthcheck", "run", name);
  });

  test("no development package is in it, and nothing that only builds", () => {
    const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const there = inside("sh", "-c", "cd /app/node_modules && ls -d * @*/*").split("\n");
    expect(there).toContain("next");
    const unwanted = [...Object.keys(devDependencies), "typescript", "esbuild", "prisma", "tsx"];
    expect(unwanted.filter((one) => there.includes(one))).toEqual([]);
    expect(inside("ls", "/app").split("\n")).not.toContain("lib");
  });

  test("its pages, its files and their deliveries work, also after a restart within the limit", async () => {
    for (const page of ["/sign-in", "/docs/quickstart", "/robots.txt"])
      expect((await fetch(api.url + page)).status, page).toBe(200);
    admin("create-user", "--email", "a@example.com", "--password", randomBytes(18).toString("hex"));
    const org = admin("create-org", "--name", "Example", "--owner", "a@example.com").id;
    const made = "create-api-key --name backend --permissions filesystems:create --org";
    const { key } = admin(...made.split(" "), org);
    const fs = await call(api, key, "POST", `/api/v1/orgs/${org}/filesystems`, { name: "a" });
    const base = `/api/v1/orgs/${org}/filesystems/${fs.body.id}`;
    const inbox = await call(api, key, "POST", `${base}/test-inbox`, {});
    const put = (file: string) => call(api, key, "PUT", `${base}/files?path=${file}`, "x");
    const arrived = (text: string) =>
      eventually(`${text} in the inbox`, async () => {
        const { body } = await call(api, key, "GET", `${base}/webhooks/${inbox.body.id}/inbox`);
        return JSON.stringify(body).includes(text);
      });
    // A change from before it would be part of it.
    await arrived("files.resync");
    expect((await put("/before")).status).toBe(201);
    await arrived("/before");

    podman("stop", "--time", String(STOP_S), name);
    // Not 137, which is what a process that had to be killed leaves.
    expect(podman("inspect", "--format", "{{.State.ExitCode}}", name)).toBe("0");
    podman("start", name);
    await eventually("it is ready again", () => isReady(api.url), 120_000);
    expect((await call(api, key, "GET", `${base}/files?path=/before`)).body).toBe("x");
    expect((await put("/after")).status).toBe(201);
    await arrived("/after");
  });
});
