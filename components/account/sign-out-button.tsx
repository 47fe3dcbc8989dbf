"use client";

import { useMutation } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { signOut } from "@/console/queries/session";
import { text } from "@/console/text/account";

/** Ends the session of this browser. */
export function SignOutButton() {
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => window.location.assign("/sign-in"),
  });
  return (
    <Button variant="secondary" size="sm" onClick={() => leave.mutate()}>
      {leave.isError ? text.retrySignOut : text.signOut}
    </Button>
  );
}
