import { catchUp } from "./checks/catch-up.ts";
import { cursors } from "./checks/cursors.ts";
import { kills } from "./checks/kills.ts";
import { listings } from "./checks/listings.ts";
import { processes } from "./checks/processes.ts";
import { signatures } from "./checks/signatures.ts";
import { prepareFixture, type Target } from "./fixture.ts";

/** The checks in the order in which they run. */
export const CHECKS = [...signatures, ...cursors, ...listings, ...catchUp, ...processes, ...kills];

export type Options = {
  /** Only checks whose name contains this. */
  only?: string;
  /** Kills before every step of this number: 1 is all of them. */
  every?: number;
};

/** What a check found; `failure` is null if the receiver passed. */
export type Result = { name: string; failure: string | null };

/** Runs the checks one after the other. A check that failed does not end the run. */
export async function* runChecks(
  target: Target,
  { only = "", every = 1 }: Options = {},
): AsyncGenerator<Result> {
  for (const check of CHECKS.filter(({ name }) => name.includes(only))) {
    const fixture = await prepareFixture(target);
    const failure = await check.run(fixture, every).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    await fixture.close();
    yield { name: check.name, failure };
  }
}
