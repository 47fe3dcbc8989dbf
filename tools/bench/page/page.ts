import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import type { Baseline } from "@/tools/bench/baseline";

import { drawChart, escape } from "./chart";
import { type Row, type Section, SECTIONS, type Table } from "./sections";

const FILE = path.resolve(import.meta.dirname, "../../../.data/bench/index.html");

const STYLE = `
  :root { color-scheme: light dark; --paper: light-dark(#f7f9fa, #11181f); --sheet: light-dark(#fff, #18222b);
    --line: light-dark(#dde4e8, #2c3a46); --ink: light-dark(#14212b, #eaf0f3); --muted: light-dark(#53636f, #9fb0bc);
    --c0: light-dark(#0b6b8a, #4cc0dd); --c1: light-dark(#b9781a, #e8b45a); --c2: light-dark(#7a5aa8, #b99bea) }
  * { box-sizing: border-box }
  body { margin: 0 auto; max-width: 1200px; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink);
    font: 15px/1.5 system-ui, sans-serif }
  h1 { margin: 0; font-size: 1.6rem }
  h2 { margin: 0; font-size: 1.15rem }
  p { margin: .25rem 0 1rem; max-width: 75ch; color: var(--muted) }
  section { margin-top: 1.25rem; padding: 1.25rem; background: var(--sheet); border: 1px solid var(--line);
    border-radius: 12px }
  .parts { display: grid; gap: 1.25rem 2.5rem; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); align-items: start }
  .parts > :only-child { max-width: 30em }
  figure { margin: 0 }
  figure + figure { margin-top: 1.25rem }
  figcaption { font-weight: 600 }
  .keys { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0 0 .5rem; font-size: 13px }
  .key i { display: inline-block; width: 10px; height: 10px; margin-right: .4em; border-radius: 2px }
  .key .mark { width: 0; border-left: 2px dashed var(--ink); border-radius: 0 }
  .group { margin-bottom: .6rem; font-size: 13px }
  .bar { display: grid; grid-template-columns: 1fr 5em; gap: .6em; align-items: center; line-height: 18px }
  .bar b { font-weight: 500; font-variant-numeric: tabular-nums }
  svg { display: block; width: 100%; overflow: visible; background: var(--paper); border-radius: 2px }
  line { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 3 2 }
  .c0 { fill: var(--c0); background: var(--c0) } .c1 { fill: var(--c1); background: var(--c1) }
  .c2 { fill: var(--c2); background: var(--c2) }
  .table { overflow-x: auto }
  table { width: 100%; border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums }
  th, td { padding: .4rem .5rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: bottom }
  th { color: var(--muted); font-weight: 500 }
  td:first-child, th:first-child { padding-left: 0; text-align: left; min-width: 9em }
  @media (max-width: 760px) { .parts { grid-template-columns: minmax(0, 1fr) }
    section { padding: 1rem } }`;

/** Writes the results of a run, and the recorded counts, as one page without scripts. Returns its path. */
export function writePage(result: Record<string, Table>, baseline: Baseline): string {
  const tables: Record<string, Row[]> = { counts: rowsOf(countsOf(baseline)) };
  for (const [name, table] of Object.entries(result)) tables[name] = rowsOf(table);
  for (const row of tables["requests"] ?? [])
    row["recorded"] = baseline.ratios[String(row["what"])];
  const sections = SECTIONS.map((section) => drawSection(section, tables[section.result] ?? []));
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, pageOf(sections.join("")));
  return FILE;
}

function rowsOf(table: Table): Row[] {
  if (Array.isArray(table)) return table.map((row) => ({ ...row }));
  return Object.entries(table).map(([what, row]) => ({ what, ...row }));
}

const countsOf = ({ change }: Baseline) =>
  Object.entries(change).map(([name, recorded]) => ({ what: name.replaceAll("_", " "), recorded }));

function drawSection({ title, about, columns, charts }: Section, rows: readonly Row[]): string {
  if (rows.length === 0) return "";
  const drawn = charts.map((chart) => drawChart(chart, rows)).join("");
  const head = columns.map(([, heading]) => `<th scope="col">${escape(heading)}</th>`).join("");
  const body = rows.map(
    (row) => `<tr>${columns.map(([key]) => `<td>${cellOf(row[key])}</td>`).join("")}</tr>`,
  );
  const table = `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
  const pictures = drawn === "" ? "" : `<div>${drawn}</div>`;
  return `<section><h2>${escape(title)}</h2><p>${escape(about)}</p><div class="parts">${pictures}${table}</div></section>`;
}

const cellOf = (value: string | number | undefined) =>
  value === undefined ? "" : escape(typeof value === "number" ? value.toLocaleString("en") : value);

function pageOf(sections: string): string {
  const [cpu] = os.cpus();
  const machine = `${os.cpus().length} × ${cpu?.model ?? "unknown CPU"}, Node ${process.version}`;
  const load = os.loadavg()[0]?.toFixed(1);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tidemark benchmarks</title><style>${STYLE}</style></head>
<body><h1>Tidemark benchmarks</h1>
<p>${escape(`${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC. ${machine}. Load at the end: ${load}.`)}
Ratios are within one run. With other work on the machine, only processor time and counts are meaningful.</p>
${sections}</body></html>
`;
}
