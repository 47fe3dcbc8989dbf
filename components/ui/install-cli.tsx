import { installCli } from "@/console/text/cli-command";

/** Leads to how `tidemark` is installed, beside its commands; in a tab of its own, as a ticket is shown once. */
export const InstallCli = () => (
  <p className="text-sm">
    <a href="/docs/cli" target="_blank" rel="noreferrer" className="text-tide underline">
      {installCli}
    </a>
  </p>
);
