import { readdir, readFile } from "node:fs/promises";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import v8 from "node:v8";

import type { Reading, Watch } from "./watch";

// The library's own monitor wakes an idle process a hundred times a second.
const SAMPLE_MS = 100;

const one = (value: number): Reading[] => [{ value }];

/** Watches this process under the names that Prometheus' clients agree on. Nothing runs until someone asks. */
export function watchProcess(watch: Watch): void {
  const startedAt = (performance.timeOrigin / 1_000) | 0;
  watch({
    name: "process_start_time_seconds",
    help: "When the process started, in seconds since 1970.",
    read: () => one(startedAt),
  });
  watch({
    name: "process_cpu_seconds_total",
    help: "CPU time of the process, all threads together.",
    rises: true,
    read() {
      const { user, system } = process.cpuUsage();
      return one((user + system) / 1e6);
    },
  });
  watch({
    name: "process_resident_memory_bytes",
    help: "Resident memory of the process.",
    read: () => one(process.memoryUsage.rss()),
  });
  watch({
    name: "process_open_fds",
    help: "Open files and sockets of the process.",
    read: () => countFiles(),
  });
  watch({
    name: "process_max_fds",
    help: "How many files and sockets the process may have open.",
    read: () => readMaxFiles(),
  });
  watch({
    name: "nodejs_heap_size_used_bytes",
    help: "JavaScript heap in use.",
    read: () => one(v8.getHeapStatistics().used_heap_size),
  });
  watch({
    name: "nodejs_heap_size_limit_bytes",
    help: "What the JavaScript heap may grow to; beyond it the process ends.",
    read: () => one(v8.getHeapStatistics().heap_size_limit),
  });
  watchEventLoop(watch);
}

function watchEventLoop(watch: Watch): void {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  watch({
    name: "nodejs_eventloop_active_seconds_total",
    help: "Time in which the event loop did something; its rate is the share of one core's time.",
    rises: true,
    read: () => one(performance.eventLoopUtilization().active / 1_000),
  });
  watch({
    name: "nodejs_eventloop_delay_max_seconds",
    help: "The longest delay of the event loop since the last scrape; the first one starts to measure.",
    read() {
      delay.enable();
      const longest = Math.max(0, delay.max / 1e6 - SAMPLE_MS);
      delay.reset();
      return one(longest / 1_000);
    },
  });
}

async function countFiles(): Promise<Reading[]> {
  const files = await readdir("/proc/self/fd").catch(() => []);
  // One of them is the directory itself.
  return files.length === 0 ? [] : one(files.length - 1);
}

async function readMaxFiles(): Promise<Reading[]> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? [] : one(Number(soft));
}
