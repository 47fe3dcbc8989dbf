import { AsyncLocalStorage } from "node:async_hooks";

// Next bundles a second copy of this module; both must see the same asker.
declare global {
  var tidemarkAsker: AsyncLocalStorage<string | null> | undefined;
}
const asker = (globalThis.tidemarkAsker ??= new AsyncLocalStorage());

/**
 * Runs work of one asker (the id of an organisation, else of a credential), so that what it takes of shared things
 * counts as theirs. `null`: work that is everyone's, also if a request started it.
 */
export const onBehalfOf = <T>(who: string | null, work: () => T): T => asker.run(who, work);

/** Who the running work is for. */
export const currentAsker = (): string | null => asker.getStore() ?? null;
