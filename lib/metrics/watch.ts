import { Counter, Gauge, type Registry } from "prom-client";

/** A value that is read when someone asks. */
export type Reading = { value: number; labels?: Readonly<Record<string, string>> };

/** What to read: `labels` names what its readings differ by. */
export type Watched = {
  name: string;
  help: string;
  labels?: readonly string[];
  /** Whether it only rises until the process ends. */
  rises?: true;
  read: () => readonly Reading[] | Promise<readonly Reading[]>;
};

/** Adds something that is read whenever someone asks. Several sources of one name add to its readings. */
export type Watch = (watched: Watched) => void;

/** Adds to the metrics of a registry what costs nothing until someone asks. */
export function createWatch(registry: Registry): Watch {
  const sources = new Map<string, Watched["read"][]>();
  return ({ name, help, labels = [], rises, read }) => {
    const own = sources.get(name) ?? [];
    own.push(read);
    if (sources.has(name)) return;
    sources.set(name, own);
    const readAll = async () => (await Promise.all(own.map(async (source) => source()))).flat();
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    if (rises === true) addCounter(options, readAll);
    else addGauge(options, readAll);
  };
}

type Options = { name: string; help: string; labelNames: string[]; registers: Registry[] };
type Read = () => Promise<readonly Reading[]>;

function addCounter(options: Options, read: Read): void {
  const counter = new Counter({
    ...options,
    async collect() {
      const readings = await read();
      counter.reset();
      for (const { labels, value } of readings) counter.inc({ ...labels }, value);
    },
  });
}

function addGauge(options: Options, read: Read): void {
  const gauge = new Gauge({
    ...options,
    async collect() {
      const readings = await read();
      gauge.reset();
      // What is not known is left out; a reset gauge without labels would say 0.
      if (readings.length === 0 && options.labelNames.length === 0) gauge.remove();
      for (const { labels, value } of readings) gauge.set({ ...labels }, value);
    },
  });
}
