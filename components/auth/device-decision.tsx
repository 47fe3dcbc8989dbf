"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { AuthShell } from "@/components/layout/auth-shell";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { deviceText as text } from "@/console/text/auth";
import { deviceApi } from "@/lib/api-client/calls/device";
import { request as send } from "@/lib/api-client/request";
import type { Scope } from "@/lib/contract/scopes";

import { Facts } from "./facts";

type Props = {
  request: {
    userCode: string;
    client: { name: string };
    address: string;
    created_at: string;
    scopes: readonly Scope[];
  };
  email: string;
};

/** Shows which client requests access and what it could do, and approves or denies it. */
export function DeviceDecision({ request, email }: Props) {
  const decide = useMutation({
    mutationFn: async (verdict: "approve" | "deny") => {
      await send(deviceApi[verdict], { body: { user_code: request.userCode } });
      return verdict;
    },
  });
  const { name } = request.client;
  if (decide.isSuccess)
    return decide.data === "approve" ? (
      <AuthShell title={text.approvedTitle(name)} isNext>
        <p>{text.approved}</p>
      </AuthShell>
    ) : (
      <AuthShell title={text.deniedTitle(name)} isNext>
        <p>{text.denied}</p>
      </AuthShell>
    );
  return (
    <AuthShell title={text.confirmTitle(name)} isNext>
      <Facts
        facts={[
          [text.code, <code key="code">{request.userCode}</code>],
          [text.requestedFrom, request.address],
          [text.requestedAt, new Date(request.created_at).toLocaleTimeString("en-GB")],
          [text.yourAccount, email],
        ]}
      />
      <div className="flex flex-col gap-2 text-sm">
        <p>{text.permissions}</p>
        <ul className="list-disc pl-5">
          {request.scopes.map((scope) => (
            <li key={scope}>{text.scopes[scope]}</li>
          ))}
        </ul>
        <p>{text.permissionsEnd}</p>
      </div>
      <Alert tone="warn">
        <p>{text.confirmWarning}</p>
      </Alert>
      <Failure error={decide.error} messages={text.decisionErrors} />
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="secondary"
          aria-disabled={decide.isPending}
          onClick={() => decide.mutate("deny")}
        >
          {text.deny}
        </Button>
        <Button aria-disabled={decide.isPending} onClick={() => decide.mutate("approve")}>
          {text.approve}
        </Button>
      </div>
    </AuthShell>
  );
}
