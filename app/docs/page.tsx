import type { Metadata } from "next";

import { ApiDocs } from "@/components/docs/api-docs";
import { Reference } from "@/components/docs/reference";
import { SiteHeader } from "@/components/layout/site-header";
import { Template } from "@/components/layout/template";
import { text } from "@/console/text/docs";
import { service } from "@/lib/contract/service";

export const metadata: Metadata = { title: text.api };

/** The API reference: every operation of the OpenAPI document. */
export default function Page() {
  return (
    <>
      <SiteHeader />
      <ApiDocs intro={<Intro />}>
        <Reference />
      </ApiDocs>
    </>
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
