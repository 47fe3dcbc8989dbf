import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

import { PROGRAMS } from "@/lib/server/launch/build-programs";
import { ensureHostKeys } from "@/lib/server/launch/host-keys";
import { ensureSecrets } from "@/lib/server/launch/secrets";
import { LONGEST_STOP_MS } from "@/lib/server/launch/stop";
import { readSettings } from "@/lib/settings";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

const SETTINGS = new Set(all(read("lib/settings.ts"), /^ {2}([A-Z][A-Z_]+):/gm));
const GUIDE = read("docs/deploy.md");
const CONTAINER = read("ops/Containerfile");
const SYSTEM = new Set(["NODE_ENV"]);
const unknown = (names: Iterable<string>) =>
  [...names].filter((name) => !SETTINGS.has(name) && !SYSTEM.has(name));

const [web, sftp] = all(CONTAINER, /^EXPOSE (.+)$/gm).flatMap((ports) => ports.split(" "));

type Service = {
  image: string;
  environment?: Record<string, string>;
  healthcheck?: object;
  depends_on?: Record<string, object>;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, null> };
type Probe = { httpGet: { path: string; port: string } };
type Container = Record<"startupProbe" | "readinessProbe" | "livenessProbe", Probe> & {
  ports: { name: string; containerPort: number }[];
  envFrom: { secretRef?: { name: string }; configMapRef?: { name: string } }[];
  securityContext: object;
  volumeMounts: { mountPath: string }[];
};

const dataDir = mkdtempSync(path.join(os.tmpdir(), "tidemark-deployment-"));
/** A value for each setting that the operator has to choose, made as the guide says. */
let chosen: Record<string, string>;
beforeAll(async () => {
  const { INNGEST_SIGNING_KEY, ...secrets } = ensureSecrets(dataDir, {});
  chosen = {
    ...secrets,
    INNGEST_SIGNING_KEY: INNGEST_SIGNING_KEY.replace("signkey-prod-", ""),
    SFTP_HOST_KEYS: await ensureHostKeys(dataDir, {}),
    POSTGRES_PASSWORD: "owner",
    SERVICE_PASSWORD: "service",
    STORE_PASSWORD: "store",
    METRICS_TOKEN: "0123456789abcdef",
  };
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const compose: Compose = parse(read("ops/compose.yaml"), { merge: true });
const fill = (text: string) =>
  text.replaceAll(
    /\$\{(\w+)(?::-([^}]*)|:\?)\}/g,
    (_, name, fallback) => fallback ?? chosen[name] ?? "",
  );

test("compose: the service gets settings that exist and belong together", () => {
  const services = Object.entries(compose.services).filter(([, { image }]) => image === "tidemark");
  expect(services.map(([name]) => name)).toEqual(["web-1", "web-2"]);
  for (const [, { environment = {} }] of services) {
    expect(unknown(Object.keys(environment))).toEqual([]);
    const env = Object.entries(environment).map(([name, value]) => [name, fill(value)]);
    const settings = readSettings({ HOST: "0.0.0.0", ...Object.fromEntries(env) });
    expect(settings.inngest.signingKey).toMatch(/^signkey-prod-[0-9a-f]{64}$/);
    expect(settings.blobLocation).toMatchObject({ kind: "s3" });
    expect(new URL(settings.databaseUrl ?? "").hostname in compose.services).toBe(true);
    expect(new URL(settings.inngest.baseUrl ?? "").hostname in compose.services).toBe(true);
    expect(settings.sftp.hostKeys).toHaveLength(2);
  }
});

test("compose: what has to be chosen is in the guide, and what it names is there", () => {
  const text = read("ops/compose.yaml");
  const needed = new Set(all(text, /\$\{(\w+):\?\}/g));
  expect([...needed].filter((name) => !(name in chosen))).toEqual([]);
  expect([...needed].filter((name) => !GUIDE.includes(`${name}=`))).toEqual([]);
  for (const file of all(text, /- \.\/([^:]+):/g)) expect(existsSync(`ops/${file}`)).toBe(true);
  for (const { depends_on: others = {} } of Object.values(compose.services))
    for (const [name, how] of Object.entries(others)) {
      expect(name in compose.services).toBe(true);
      const isChecked = compose.services[name]?.healthcheck !== undefined || name === "web-1";
      if (JSON.stringify(how).includes("healthy")) expect(isChecked, name).toBe(true);
    }
  const proxy = read("ops/haproxy.cfg");
  for (const name of ["web-1", "web-2"]) {
    expect(proxy).toContain(`server ${name} ${name}:${web}\n`);
    expect(proxy).toContain(`server ${name} ${name}:${sftp}\n`);
  }
});

const manifests: Record<string, never>[] = parseAllDocuments(read("ops/kubernetes.yaml")).map(
  (one) => one.toJS(),
);
const named = <T>(kind: string): T[] =>
  JSON.parse(JSON.stringify(manifests.filter((one) => one["kind"] === kind)));

test("Kubernetes: settings, ports, probes and rights fit the image", () => {
  const [config] = named<{ data: Record<string, string> }>("ConfigMap");
  const secret = all(GUIDE, /--from-literal=(\w+)=/g);
  expect(secret).toContain("DATABASE_URL");
  expect(unknown([...Object.keys(config?.data ?? {}), ...secret])).toEqual([]);
  const { INNGEST_SIGNING_KEY, ...others } = chosen;
  const settings = readSettings({
    ...others,
    ...config?.data,
    INNGEST_SIGNING_KEY: `signkey-prod-${INNGEST_SIGNING_KEY}`,
  });
  expect(settings.appUrl.protocol).toBe("https:");

  const [deployment] = named<{
    spec: { template: { spec: { containers: Container[]; securityContext: object } } };
  }>("Deployment");
  const pod = deployment?.spec.template.spec;
  const [container] = pod?.containers ?? [];
  expect(container?.ports).toEqual([
    { name: "http", containerPort: Number(web) },
    { name: "sftp", containerPort: Number(sftp) },
  ]);
  const user = Number(all(CONTAINER, /^USER (\d+):/gm)[0]);
  expect(pod?.securityContext).toMatchObject({ runAsUser: user, fsGroup: user });
  expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
  const mounts = container?.volumeMounts.map(({ mountPath }) => mountPath);
  expect(mounts).toEqual([...all(CONTAINER, /^VOLUME (\S+)$/gm), "/tmp"]);
  for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"] as const) {
    const { path: route = "", port } = container?.[probe].httpGet ?? {};
    expect(existsSync(path.join(root, "app", route, "route.ts")), route).toBe(true);
    expect(port).toBe("http");
  }
  const services = named<{ spec: { ports: { targetPort: string }[] } }>("Service");
  expect(services.map(({ spec }) => spec.ports[0]?.targetPort)).toEqual(["http", "sftp"]);
});

test("the image and the unit start a program that is built, with settings that exist", () => {
  const env = all(CONTAINER, /^ENV (.+)$/gm).join(" ");
  const unit = read("ops/tidemark.service");
  const names = all(`${env} ${all(unit, /^Environment=(.+)$/gm).join(" ")}`, /([A-Z_]+)=/g);
  expect(names).toContain("TIDEMARK_DATA_DIR");
  expect(unknown(names)).toEqual([]);
  const defaults = readSettings({});
  expect([web, sftp]).toEqual([String(defaults.port), String(defaults.sftp.port)]);
  const started = all(`${CONTAINER}${unit}`, /\.next\/programs\/(\w+)\.mjs/g);
  expect(started).toEqual(["admin", "serve", "serve"]);
  expect(started.filter((name) => !PROGRAMS.includes(name))).toEqual([]);
  const [probed = ""] = all(CONTAINER, /\}(\/api\/v1\/\w+)`/g);
  expect(existsSync(path.join(root, "app", probed, "route.ts"))).toBe(true);
});

test("whatever runs the service allows more time than the longest stop takes", () => {
  const [unit] = all(read("ops/tidemark.service"), /^TimeoutStopSec=(\d+)$/gm);
  const [container] = all(read("ops/compose.yaml"), /stop_grace_period: (\d+)s$/gm);
  const manifest = read("ops/kubernetes.yaml");
  const [pod] = all(manifest, /terminationGracePeriodSeconds: (\d+)$/gm);
  const [first] = all(manifest, /command: \[sleep, "(\d+)"\]/g);
  const [guide] = all(GUIDE, /for PostgreSQL: allow (\d+) s/g);
  const longest = LONGEST_STOP_MS / 1_000 + 10;
  for (const seconds of [unit, container, Number(pod) - Number(first), guide])
    expect(Number(seconds)).toBeGreaterThan(longest);
});

test("an image is built from everything that the build hashes, and from nothing that is not there", () => {
  const kept = all(read(".dockerignore"), /^!(.+)$/gm);
  const names = kept.filter((name) => !name.includes("*"));
  expect(names.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  const [sources = ""] = all(
    read("lib/server/launch/prepare-code.ts"),
    /const SOURCES = \[([^\]]+)\]/g,
  );
  const folders = all(sources, /"(\w+)[\w/]*"/g);
  expect(folders.length).toBeGreaterThan(5);
  expect(folders.filter((name) => !kept.includes(name))).toEqual([]);
});
