import type { Metadata } from "next";
import { notFound } from "next/navigation";

import { readDoc } from "@/app/docs/read-doc";
import { DocFrame } from "@/components/docs/doc-frame";
import { Document } from "@/components/docs/document";
import { MarkdownNodes } from "@/components/ui/markdown-nodes";
import { services } from "@/lib/services";

type Props = { params: Promise<{ page: string[] }> };

const slugOf = async ({ params }: Props) => (await params).page.join("/");

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: readDoc(await slugOf(props))?.[0]?.title };
}

/** A page of the documentation, from its file below docs/. */
export default async function Page(props: Props) {
  const slug = await slugOf(props);
  const sections = readDoc(slug, services().settings.appUrl.origin);
  if (sections === null) notFound();
  return (
    <DocFrame slug={slug} title={<MarkdownNodes nodes={sections[0]?.heading ?? []} />}>
      <Document slug={slug} sections={sections} />
    </DocFrame>
  );
}
