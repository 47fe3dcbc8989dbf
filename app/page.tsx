import Link from "next/link";

import { Command } from "@/components/service/command";
import { Providers } from "@/components/service/providers";
import { ServiceStatus } from "@/components/service/service-status";

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

/** What a newcomer sees first: that the service runs, and what to do next. */
export default function Page() {
  return (
    <main className="mx-auto flex max-w-3xl flex-col gap-10 px-6 py-16">
      <header className="flex flex-col gap-3">
        <h1 className="text-tide text-3xl font-semibold tracking-tight">Tidemark</h1>
        <p className="text-muted">
          Filesystems for your organisation, and signed webhooks that tell your backend of every
          change.
        </p>
      </header>
      <Providers>
        <ServiceStatus />
      </Providers>
      <ol className="flex flex-col gap-8">
        {STEPS.map(({ title, command }, i) => (
          <li key={title} className="flex flex-col gap-3">
            <h2 className="text-sm font-semibold">
              <span className="text-tide">{i + 1}.</span> {title}
            </h2>
            <Command>{command}</Command>
          </li>
        ))}
      </ol>
      <p className="text-muted text-sm">
        The API is described at{" "}
        <Link
          className="text-tide underline underline-offset-4"
          href="/api/v1/openapi.json"
          prefetch={false}
        >
          /api/v1/openapi.json
        </Link>
        .
      </p>
    </main>
  );
}
