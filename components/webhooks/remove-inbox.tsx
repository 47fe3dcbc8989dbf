"use client";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import type { WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/test-inbox";

import { useDelete } from "./use-delete";

/** Removes a test inbox, which another click creates again. */
export function RemoveInbox({ params }: { params: WebhookIds }) {
  const remove = useDelete(params);
  return (
    <div className="flex flex-col items-end gap-2">
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {text.remove}
      </Button>
      <Failure error={remove.error} />
    </div>
  );
}
