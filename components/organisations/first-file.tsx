"use client";

import { use } from "react";

import { CodeBlock } from "@/components/ui/code-block";
import { Facts } from "@/components/ui/page-facts";
import { AddTestFile } from "@/components/webhooks/add-test-file";
import type { FilesystemIds } from "@/console/queries/webhooks";

type Props = { params: FilesystemIds; hasKey: boolean };

/** Two ways to the first change: a button, and a command for those who have an API key. */
export function FirstFile({ params, hasKey }: Props) {
  const path = `/api/v1/orgs/${params.org_id}/filesystems/${params.fs_id}/files?path=/hello.txt`;
  const command = `curl -X PUT --data-binary 'hello' -H "Authorization: Bearer $TIDEMARK_API_KEY" '${use(Facts).origin}${path}'`;
  return (
    <div className="flex w-full flex-col gap-3">
      <AddTestFile params={params} prefix="/" />
      {hasKey && <CodeBlock code={command} />}
    </div>
  );
}
