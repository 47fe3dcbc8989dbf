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
  const openapi = (
    <a className="text-tide underline underline-offset-4" href={service.openapi.path}>
      {text.openapi}
    </a>
  );
  return (
    <DocFrame
      slug="api"
      parts={referenceParts(null)}
      title={text.api}
      about={<Template text={text.apiAbout} slots={{ openapi }} />}
    >
      <Button variant="secondary" className="self-start" asChild>
        <PlainLink href="/docs/try">{text.tryIt}</PlainLink>
      </Button>
      <Reference />
    </DocFrame>
  );
}
