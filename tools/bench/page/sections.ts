/** A row of a result, by the name of its column. */
export type Row = Record<string, string | number | undefined>;
/** A result: rows, or rows by name. */
export type Table = Row[] | Record<string, Row | undefined>;
type Column = readonly [key: string, heading: string];
/** Bars of each row, beside each other or as parts of one; `mark` is a line to compare them with. */
export type Chart = {
  title: string;
  bars: readonly Column[];
  unit: string;
  stacked?: true;
  mark?: number;
};
/** How the page shows one result. The first column names the row. */
export type Section = {
  result: string;
  title: string;
  about: string;
  columns: readonly Column[];
  charts: readonly Chart[];
};

const P50: Column = ["p50_ms", "p50, ms"];
const P99: Column = ["p99_ms", "p99, ms"];
const RATE: Column = ["per_second", "a second"];
const WEB_CPU: Column = ["web_cpu_ms", "CPU of the web server, ms"];
const processes = (unit: "ms" | "mb"): Column[] => [
  [`web_${unit}`, "web server"],
  [`worker_${unit}`, "worker"],
  [`postgres_${unit}`, "PostgreSQL"],
];
const CPU = processes("ms");
const MEMORY = processes("mb");
const MACHINES: Column = ["machines", "machines"];
const STATEMENTS: Column = ["statements", "statements"];
const CPU_OF_EACH: Chart = { title: "CPU of each", bars: CPU, unit: " ms", stacked: true };
const WAITS: readonly Column[] = [
  ["connections", "connections"],
  ["active", "of them active"],
  ["on_row_locks", "waiting for rows"],
  ["on_internal_locks", "waiting for internal locks"],
  ["on_disk", "waiting for the disk"],
];
const times = (title: string): Chart => ({ title, bars: [P50, P99], unit: " ms" });
const TIMES: readonly Column[] = [["count", "measured"], P50, P99, ["max_ms", "longest, ms"]];

/** In the order of the page. */
export const SECTIONS: readonly Section[] = [
  {
    result: "requests",
    title: "Requests",
    about:
      "From 32 clients. Bare is a server of plain node:http with one prepared statement on the same database, in the same run. Recorded is the ratio in baseline.json.",
    columns: [
      ["what", "request"],
      RATE,
      ["bare", "bare, a second"],
      ["of_bare", "of bare"],
      ["recorded", "recorded"],
      P50,
      P99,
      WEB_CPU,
      ["statements", "transactions"],
    ],
    charts: [
      {
        title: "Of bare node:http and SQL",
        bars: [
          ["of_bare", "this run"],
          ["recorded", "recorded"],
        ],
        unit: "",
        mark: 1,
      },
      { title: "CPU of the web server", bars: [["web_cpu_ms", "a request"]], unit: " ms" },
    ],
  },
  {
    result: "arrival",
    title: "One change at rest",
    about:
      "One small file every 100 ms, in turn to 20 filesystems whose webhooks sleep: from the request to the first byte of the message.",
    columns: [["what", ""], ...TIMES],
    charts: [times("From the request to the first byte")],
  },
  {
    result: "each",
    title: "What a change costs",
    about: "Beyond what an idle service uses in the same time.",
    columns: [["what", ""], ["transactions", "transactions"], ...CPU, ["cpu_ms", "together, ms"]],
    charts: [{ title: "CPU by process", bars: CPU, unit: " ms", stacked: true }],
  },
  {
    result: "idle",
    title: "What an idle service costs",
    about: "Memory that processes share is divided among them.",
    columns: [
      ["what", ""],
      ["transactions_per_s", "transactions a second"],
      ["cores", "cores"],
      ...MEMORY,
      ["memory_mb", "together, MB"],
    ],
    charts: [
      {
        title: "Memory by process",
        bars: MEMORY,
        unit: " MB",
        stacked: true,
      },
    ],
  },
  {
    result: "hanging",
    title: "Beside endpoints that hang",
    about:
      "Single changes to 20 healthy webhooks, alone and while other endpoints accept requests and never respond.",
    columns: [["what", ""], ...TIMES, ["ratio_p99", "p99 of alone"]],
    charts: [times("From the commit to the arrival")],
  },
  {
    result: "latency",
    title: "Delivery: single changes",
    about: "From the commit to the arrival, by the machine's clock.",
    columns: [["what", "case"], ...TIMES],
    charts: [times("From the commit to the arrival")],
  },
  {
    result: "rate",
    title: "Delivery: webhooks that are behind",
    about: "Messages of 100 events. The ideal is one delivery a second for each webhook.",
    columns: [
      ["what", "case"],
      ["webhooks", "webhooks"],
      RATE,
      ["of_ideal", "of the ideal"],
      ...CPU,
      ["statements", "statements"],
    ],
    charts: [
      { title: "Of the ideal", bars: [["of_ideal", "of the ideal"]], unit: "", mark: 1 },
      { title: "CPU of a delivery", bars: CPU, unit: " ms", stacked: true },
    ],
  },
  {
    result: "drain",
    title: "Delivery: after an outage",
    about:
      "How long until everything is sent, next to the last wait and a second between messages.",
    columns: [
      ["what", "case"],
      ["webhooks", "webhooks"],
      ["messages_each", "messages each"],
      ["seconds", "seconds"],
      ["least_seconds", "least possible"],
    ],
    charts: [
      {
        title: "Until all is sent",
        bars: [
          ["seconds", "measured"],
          ["least_seconds", "least possible"],
        ],
        unit: " s",
      },
    ],
  },
  {
    result: "machines_writes",
    title: "Several machines: writes",
    about:
      "Machines, each a web server and a worker, on one database and all on this machine: once its cores are in use, only the cost of each write says something. Files of 1 KiB in 100 filesystems from 32 clients.",
    columns: [MACHINES, RATE, P50, P99, ...CPU, STATEMENTS, ...WAITS],
    charts: [CPU_OF_EACH],
  },
  {
    result: "machines_deliveries",
    title: "Several machines: deliveries",
    about: "Messages of 100 events to 200 webhooks that are behind.",
    columns: [MACHINES, RATE, ["of_ideal", "of the ideal"], ...CPU, STATEMENTS, ...WAITS],
    charts: [CPU_OF_EACH],
  },
  {
    result: "machines_idle",
    title: "Several machines: a second in which nothing happens",
    about: "All machines together.",
    columns: [MACHINES, ...CPU, STATEMENTS, ["connections", "connections"]],
    charts: [{ title: "CPU of a second", bars: CPU, unit: " ms", stacked: true }],
  },
  {
    result: "row_sizes",
    title: "Size in the database",
    about: "Of one, with its share of the indexes, right after its tables were packed.",
    columns: [
      ["what", ""],
      ["bytes", "bytes"],
    ],
    charts: [{ title: "Bytes", bars: [["bytes", "of one"]], unit: " B" }],
  },
  {
    result: "files",
    title: "Files",
    about:
      "Filesystems of several sizes. The baseline of writing is the bare statement, of reading a node:http echo server.",
    columns: [
      ["what", "case"],
      ["size", "size"],
      RATE,
      ["floor", "baseline"],
      ["of_floor", "of the baseline"],
      P50,
      P99,
      WEB_CPU,
    ],
    charts: [
      { title: "Of the baseline", bars: [["of_floor", "of the baseline"]], unit: "", mark: 1 },
      times("Latency"),
    ],
  },
  {
    result: "memory",
    title: "Memory",
    about: "Growth of the web server.",
    columns: [
      ["what", "case"],
      ["before_mb", "before, MB"],
      ["most_mb", "peak, MB"],
      ["growth_mb", "growth, MB"],
    ],
    charts: [
      {
        title: "Memory of the web server",
        bars: [
          ["before_mb", "before"],
          ["most_mb", "peak"],
        ],
        unit: " MB",
      },
    ],
  },
  {
    result: "counts",
    title: "Counts of one change",
    about: "From baseline.json. A test counts them again and compares.",
    columns: [
      ["what", "count"],
      ["recorded", "recorded"],
    ],
    charts: [],
  },
  {
    result: "mounts",
    title: "Mounts",
    about: "The same work on this disk, on mounts of the service, and through sshfs, in seconds.",
    columns: [
      ["what", "work"],
      ["this disk", "this disk"],
      ["tidemark mount, behind", "tidemark mount, behind"],
      ["tidemark mount, close", "tidemark mount, close"],
      ["sshfs + OpenSSH", "sshfs + OpenSSH"],
    ],
    charts: [
      {
        title: "Seconds",
        bars: [
          ["tidemark mount, behind", "behind"],
          ["tidemark mount, close", "close"],
          ["sshfs + OpenSSH", "sshfs"],
        ],
        unit: " s",
      },
    ],
  },
];
