import { Alert } from "@/components/ui/alert";
import { type ErrorMessages, errorMessage } from "@/console/text/error-message";
import { RequestError } from "@/lib/api-client/request";

type Props = {
  error: Error | null;
  /** What certain failures mean here. */
  messages?: ErrorMessages;
};

/** Why what was asked for did not happen, with the request id to name when asking for help. */
export function Failure({ error, messages = {} }: Props) {
  if (error === null) return null;
  const failure =
    error instanceof RequestError ? error : new RequestError({ status: 0, code: "unknown" });
  return (
    <Alert tone="bad">
      <p>{errorMessage(failure, messages)}</p>
      {failure.requestId !== null && (
        <p className="text-muted text-xs">
          Request <code className="break-all">{failure.requestId}</code>
        </p>
      )}
    </Alert>
  );
}

/** What is wrong with one field of the body, if the service said so. */
export function problemOf(error: Error | null, field: string): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const problem = error.problems.find(({ loc }) => loc[0] === "body" && loc[1] === field);
  return problem && problem.msg.charAt(0).toUpperCase() + problem.msg.slice(1);
}
