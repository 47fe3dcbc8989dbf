import type { FunctionSpec } from "./functions";

/** The functions of the last sync, by id and by trigger. */
export type Registry = {
  replace(specs: readonly FunctionSpec[]): void;
  get(id: string): FunctionSpec | undefined;
  all(): readonly FunctionSpec[];
  triggeredBy(event: { name: string; data: Readonly<Record<string, unknown>> }): FunctionSpec[];
};

/** An empty registry; `replace` fills it at each sync. */
export function createRegistry(): Registry {
  let specs: readonly FunctionSpec[] = [];
  const byId = new Map<string, FunctionSpec>();
  const byEvent = new Map<string, FunctionSpec[]>();
  return {
    replace(next) {
      specs = next;
      byId.clear();
      byEvent.clear();
      for (const spec of next) {
        byId.set(spec.id, spec);
        for (const name of new Set(spec.events)) {
          byEvent.set(name, [...(byEvent.get(name) ?? []), spec]);
        }
      }
    },
    get: (id) => byId.get(id),
    all: () => specs,
    triggeredBy({ name, data }) {
      const found = byEvent.get(name) ?? [];
      if (name !== "inngest/function.failed") return found;
      return [
        ...found,
        ...specs.filter((s) => s.failureOf !== null && s.failureOf === data.function_id),
      ];
    },
  };
}
