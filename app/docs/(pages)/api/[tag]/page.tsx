import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound } from "next/navigation";

import { DocFrame } from "@/components/docs/doc-frame";
import { OnThisPage } from "@/components/docs/document";
import { Operation } from "@/components/docs/operation";
import { apiReference, referenceParts, titleOf } from "@/components/docs/operations";
import { CODE_LANGUAGE_COOKIE, codeLanguageOf } from "@/console/state/code-language";
import { text } from "@/console/text/docs";
import { services } from "@/lib/services";

type Props = { params: Promise<{ tag: string }> };

const groupOf = async ({ params }: Props) => {
  const { tag } = await params;
  return apiReference().groups.find(({ slug }) => slug === tag);
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: text.apiOf((await groupOf(props))?.tag ?? "") };
}

/** The operations of one part of the API with their fields, examples and errors. */
export default async function Page(props: Props) {
  const group = await groupOf(props);
  if (group === undefined) notFound();
  const { origin } = services().settings.appUrl;
  const language = codeLanguageOf((await cookies()).get(CODE_LANGUAGE_COOKIE)?.value);
  return (
    <DocFrame slug="api" parts={referenceParts(group.slug)} title={text.apiOf(group.tag)}>
      <div className="flex gap-10">
        <div className="flex max-w-4xl min-w-0 flex-1 flex-col gap-6">
          {group.operations.map((operation) => (
            <Operation
              key={operation.operationId}
              operation={operation}
              origin={origin}
              language={language}
            />
          ))}
        </div>
        <OnThisPage
          sections={group.operations.map(({ operationId, summary }) => ({
            id: operationId,
            title: titleOf(summary).title,
          }))}
        />
      </div>
    </DocFrame>
  );
}
