"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { writeTestFile } from "@/console/queries/test-inbox";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/test-inbox";

type Props = { params: FilesystemIds; prefix: string };

/** Writes a small file below the prefix of a webhook, so that it gets a message. */
export function AddTestFile({ params, prefix }: Props) {
  const path = `${prefix === "/" ? "" : prefix}/${text.fileName}`;
  const write = useMutation({
    mutationFn: () => writeTestFile(params, path, text.fileContent(new Date().toISOString())),
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button aria-disabled={write.isPending} onClick={() => write.mutate()}>
        {text.addFile}
      </Button>
      <Failure error={write.error} />
      {write.isSuccess && <output className="text-muted text-sm">{text.addedFile(path)}</output>}
    </div>
  );
}
