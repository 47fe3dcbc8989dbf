import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

import { build } from "esbuild";

const run = promisify(execFile);

/** An example of a kit: its result is in PostgreSQL or in memory. */
export type Example = "postgres" | "memory";

/** A kit of this repository. */
export type Kit = {
  name: "typescript" | "python" | "go";
  /** Whether this machine has what its examples need. */
  isRunnable: boolean;
  /** Builds an example of a copy of the kit; returns the command that starts it. */
  build(folder: string, example: Example): Promise<string[]>;
  /** Runs the kit's own tests. Rejects when one fails. */
  test(folder: string): Promise<unknown>;
};

/** Debian's package of the driver, which needs no download. */
const LIB_PQ = "/usr/share/gocode/src/github.com/lib/pq";
const GO = { ...process.env, GOPROXY: "off", GOFLAGS: "-mod=mod" };
const PYTHON = ["/usr/bin/python3", "python3"].find((python) =>
  succeeds(python, "-c", "import psycopg2, uvicorn"),
);

/** The kits whose examples the tests run. */
export const KITS: Kit[] = [
  {
    name: "typescript",
    isRunnable: true,
    async build(folder, example) {
      const name = example === "memory" ? "example-memory" : "example";
      const outfile = path.join(folder, `${name}.mjs`);
      await build({
        entryPoints: [path.join(folder, `${name}.ts`)],
        outfile,
        bundle: true,
        format: "esm",
        platform: "node",
        packages: "external",
      });
      return [process.execPath, outfile];
    },
    test: (folder) => run(path.resolve("node_modules", ".bin", "tsc"), ["-p", folder]),
  },
  {
    name: "python",
    isRunnable: PYTHON !== undefined,
    build: async (folder, example) => [
      PYTHON ?? "python3",
      path.join(folder, example === "memory" ? "example_memory.py" : "example.py"),
    ],
    test: (folder) => run(PYTHON ?? "python3", ["-m", "unittest", "-q"], { cwd: folder }),
  },
  {
    name: "go",
    isRunnable: existsSync(LIB_PQ) && succeeds("go", "version"),
    async build(folder, example) {
      const [cwd, modfile] = [path.join(folder, "example"), path.join(folder, "debian.mod")];
      const mod = readFileSync(path.join(cwd, "go.mod"), "utf8");
      writeFileSync(modfile, `${mod}\nreplace github.com/lib/pq => ${LIB_PQ}\n`);
      const program = path.join(folder, `receiver-${example}`);
      const main = example === "memory" ? "./memory" : ".";
      await run("go", ["build", `-modfile=${modfile}`, "-o", program, main], { cwd, env: GO });
      return [program];
    },
    test: (folder) => run("go", ["test", "./..."], { cwd: folder, env: GO }),
  },
];

/** Copies a kit to `folder`, for a test to change. */
export function copyKit({ name }: Kit, folder: string): void {
  cpSync(path.join("kits", name), folder, {
    recursive: true,
    filter: (file) => !file.endsWith(".test.ts"),
  });
}

function succeeds(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
