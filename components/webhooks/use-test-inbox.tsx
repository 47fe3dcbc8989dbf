"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { openTestInbox } from "@/console/queries/test-inbox";
import { type FilesystemIds, webhooksQuery } from "@/console/queries/webhooks";
import { text } from "@/console/text/test-inbox";

import { webhookRoutes } from "./routes";

type Props = {
  params: FilesystemIds;
  variant?: "primary" | "secondary";
  /** Whether there is one. */
  isThere?: boolean;
};

/** Creates the test inbox of a filesystem, unless there is one, and shows what arrives in it. */
export function UseTestInbox({ params, variant = "primary", isThere = false }: Props) {
  const router = useRouter();
  const cache = useQueryClient();
  const open = useMutation({
    mutationFn: () => openTestInbox(params),
    onSuccess(id) {
      void cache.invalidateQueries({ queryKey: webhooksQuery(params).queryKey });
      router.push(webhookRoutes(params).one(id));
    },
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant={variant} aria-disabled={open.isPending} onClick={() => open.mutate()}>
        {isThere ? text.open : text.use}
      </Button>
      <Failure error={open.error} />
    </div>
  );
}
