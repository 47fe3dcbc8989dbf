import type { Metadata } from "next";

import { DocFrame } from "@/components/docs/doc-frame";
import { referenceParts } from "@/components/docs/operations";
import { Reference } from "@/components/docs/reference";
import { Template } from "@/components/layout/template";
import { Button } from "@/components/ui/button";
import { PlainLink } from "@/components/ui/plain-link";
import { text } from "@/console/text/docs";
import { service } from "@/lib/contract/service";

export const metadata: Metadata = { title: text.api };

/** The API reference: every operation of the OpenAPI document. */
export default function Page() {
  return (
    <DocFrame slug="api" parts={referenceParts(null)}>
      <div className="flex flex-col gap-8">
        <div className="flex flex-col items-start gap-4">
          <Intro />
          <Button variant="secondary" asChild>
            <PlainLink href="/docs/try">{text.tryIt}</PlainLink>
          </Button>
        </div>
        <Reference />
      </div>
    </DocFrame>
  );
}

function Intro() {
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      <h1 className="text-2xl font-semibold tracking-tight">{text.api}</h1>
      <p className="text-muted">
        <Template
          text={text.apiAbout}
          slots={{
            openapi: (
              <a className="text-tide underline underline-offset-4" href={service.openapi.path}>
                {text.openapi}
              </a>
            ),
          }}
        />
      </p>
    </div>
  );
}
