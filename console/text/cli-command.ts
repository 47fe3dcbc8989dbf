/** A command of the command line as a shell takes it. Where nothing names a service, it calls one on its own machine. */
export const cliCommand = (origin: string, args: string): string =>
  `TIDEMARK_API_URL=${origin} tidemark ${args}`;

/** Beside a command, for who can't run it yet. */
export const installCli = "Install the command line (opens a new tab)";
