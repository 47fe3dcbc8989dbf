import { findPostmaster, findProcess, type Program, signal } from "@/tools/shared/processes";

import type { Environment } from "./environment";

/** What is killed, while the first of these writes or else the API; their changes may fail then, all others wait. */
const FAULTS = [
  { name: "mount that waits", failing: ["close"] },
  { name: "mount that does not wait", failing: ["behind"] },
  { name: "gateway", failing: ["gateway"] },
  { name: "web", failing: ["api"] },
  { name: "worker", failing: [] },
  { name: "PostgreSQL", failing: ["api", "gateway"] },
] as const;

export type Fault = (typeof FAULTS)[number];

/** The n-th: each in its turn. */
export const faultOf = (n: number): Fault => FAULTS[n % FAULTS.length] ?? FAULTS[0];

/** The writer that has changes under way when it is killed. */
export const victimOf = (fault: Fault): string => fault.failing[0] ?? "api";

/** Whether a change of a writer may fail by a fault. Failures begin with the writer's name. */
export const tolerates = (fault: Fault | null, failure: string): boolean =>
  fault !== null && fault.failing.some((writer) => failure.startsWith(`${writer}:`));

/** Kills it; whatever started it starts it again. */
export async function inject({ mounts, dataDir }: Environment, { name }: Fault): Promise<void> {
  const kill = (program: Program) => signal([findProcess(dataDir, program)], "SIGKILL");
  if (name === "mount that waits") await mounts[0].kill9();
  else if (name === "mount that does not wait") await mounts[1].kill9();
  else if (name === "gateway") kill("sftp");
  else if (name === "PostgreSQL") signal([findPostmaster(dataDir) ?? []].flat(), "SIGKILL");
  else kill(name);
}
