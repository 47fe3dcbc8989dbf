import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { text } from "@/console/text/service";

const STEPS = [
  { title: text.openLink, about: text.openLinkAbout, command: null },
  {
    title: text.createKey,
    command: `npm run -s admin -- create-user --email you@example.com --password 'a long passphrase'
npm run -s admin -- create-org --name Example --owner you@example.com
npm run -s admin -- create-api-key --org org_… --name backend --permissions filesystems:create`,
  },
  {
    title: text.runDemo,
    command: "npm run demo",
  },
];

/** What to do after the first start. */
export function FirstSteps() {
  return (
    <Card title={text.firstSteps} description={text.firstStepsAbout}>
      <ul className="flex flex-col gap-5 p-5">
        {STEPS.map(({ title, about, command }) => (
          <li key={title} className="flex flex-col gap-2">
            <h3 className="text-sm font-medium">{title}</h3>
            {about && <p className="text-muted text-sm">{about}</p>}
            {command !== null && <CodeBlock code={command} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
