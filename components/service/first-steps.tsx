import { Card } from "@/components/ui/card";

import { Command } from "./command";

const STEPS = [
  {
    title: "Create an organisation and a key",
    command: `npm run -s admin -- create-user --email you@example.com --password 'a long passphrase'
npm run -s admin -- create-org --name Example --owner you@example.com
npm run -s admin -- create-api-key --org org_… --name backend --permissions filesystems:create`,
  },
  {
    title: "Watch a directory become a mirror by webhooks",
    command: "npm run demo",
  },
];

/** What to do after the first start, to copy into a shell. */
export function FirstSteps() {
  return (
    <Card
      title="First steps"
      description="The first start prints a link to set up in the browser; a shell does it as well."
    >
      <ol className="flex flex-col gap-5 p-5">
        {STEPS.map(({ title, command }, i) => (
          <li key={title} className="flex flex-col gap-2">
            <h3 className="text-sm font-medium">
              <span className="text-tide tabular-nums">{i + 1}.</span> {title}
            </h3>
            <Command>{command}</Command>
          </li>
        ))}
      </ol>
    </Card>
  );
}
