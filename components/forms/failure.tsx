"use client";

import { Alert } from "@/components/ui/alert";
import { useOnline } from "@/components/ui/use-online";
import { type ErrorMessages, errorMessage, REQUEST_ID } from "@/console/text/error-message";
import { RequestError } from "@/lib/api-client/request";

type Props = {
  error: Error | null;
  /** Messages for failures that mean something specific here. */
  messages?: ErrorMessages;
};

/** Why a request failed, with the request ID to give to support if it is not up to the user. */
export function Failure({ error, messages = {} }: Props) {
  const isOnline = useOnline();
  if (error === null) return null;
  const failure =
    error instanceof RequestError ? error : new RequestError({ status: 0, code: "unknown" });
  // Without a network a service on this machine may be what is out of reach.
  if (failure.code === "offline" && isOnline && navigator.onLine) return null;
  return (
    <Alert tone="bad">
      <p>{errorMessage(failure, messages)}</p>
      {failure.requestId !== null && isUnexpected(failure) && (
        <p className="text-muted text-xs">
          {REQUEST_ID} <code className="break-all">{failure.requestId}</code>
        </p>
      )}
    </Alert>
  );
}

const isUnexpected = ({ status, code }: RequestError) => status >= 500 || code === "unknown";

/** The error message for one field of the request body, if the service returned one. */
export function problemOf(error: Error | null, field: string): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const problem = error.problems.find(({ loc }) => loc[0] === "body" && loc[1] === field);
  return problem && problem.msg.charAt(0).toUpperCase() + problem.msg.slice(1);
}
