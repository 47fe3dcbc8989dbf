"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { meQuery } from "@/console/queries/me";
import { text } from "@/console/text/session-ended";

/** Lets a user whose session has ended sign in in a new tab, so that nothing typed in this one is lost. */
export function SessionEnded({ onBack }: { onBack: () => void }) {
  const client = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      const before = client.getQueryData(meQuery.queryKey);
      const me = await client.fetchQuery({ ...meQuery, staleTime: 0, retry: false });
      return before === undefined || me.id === before.id;
    },
    onSuccess: (isSame) => {
      // What is on the page is not for another user.
      if (!isSame) return window.location.reload();
      void client.invalidateQueries();
      onBack();
    },
  });
  useEffect(() => {
    const check = () => document.visibilityState === "visible" && mutate();
    document.addEventListener("visibilitychange", check);
    return () => document.removeEventListener("visibilitychange", check);
  }, [mutate]);
  return (
    <Dialog title={text.title} description={text.description} isSticky onClose={onBack}>
      <Failure error={error} messages={{ unauthenticated: text.notYet }} />
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <a href="/sign-in?callbackUrl=/account" target="_blank" rel="noreferrer">
            {text.signIn}
          </a>
        </Button>
        <Button variant="secondary" onClick={() => mutate()}>
          {text.resume}
        </Button>
      </div>
    </Dialog>
  );
}
