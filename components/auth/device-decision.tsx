"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { AuthShell } from "@/components/layout/auth-shell";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/api-client/api";
import { request as send } from "@/lib/api-client/request";

import { Facts } from "./facts";

type Props = {
  request: {
    userCode: string;
    client: { name: string };
    address: string;
    created_at: string;
  };
  email: string;
};

const WORDS = { not_found: "This code has expired or was decided already. Start the login again." };

/** Who asks and what they would get, and the two answers. */
export function DeviceDecision({ request, email }: Props) {
  const decide = useMutation({
    mutationFn: async (verdict: "approve" | "deny") => {
      await send(api.device[verdict], { body: { user_code: request.userCode } });
      return verdict;
    },
  });
  const { name } = request.client;
  if (decide.isSuccess)
    return decide.data === "approve" ? (
      <AuthShell title={`${name} is logged in`} isNext>
        <p>You can close this page and go back to the terminal.</p>
      </AuthShell>
    ) : (
      <AuthShell title={`${name} was refused`} isNext>
        <p>Nothing was granted. You can close this page.</p>
      </AuthShell>
    );
  return (
    <AuthShell title={`${name} wants to act as you`} isNext>
      <Facts
        facts={[
          ["Code", <code key="code">{request.userCode}</code>],
          ["Asked from", request.address],
          ["Asked at", new Date(request.created_at).toLocaleTimeString()],
          ["Your account", email],
        ]}
      />
      <p className="text-sm">
        It will read and write the filesystems of all your organisations, for up to 90 days. It
        cannot make API keys, invite people or change your password. You can end it under Account at
        any time.
      </p>
      <Alert tone="warn">
        <p>Did you not start this yourself, a moment ago? Then deny it.</p>
      </Alert>
      <Failure error={decide.error} messages={WORDS} />
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="secondary"
          aria-disabled={decide.isPending}
          onClick={() => decide.mutate("deny")}
        >
          Deny
        </Button>
        <Button aria-disabled={decide.isPending} onClick={() => decide.mutate("approve")}>
          Approve
        </Button>
      </div>
    </AuthShell>
  );
}
