"use client";

import { type SubmitEvent, useId, useState } from "react";

import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Submit } from "@/components/ui/submit";
import { type Verdict, verifyMessage } from "@/console/webhook-tools/verify-message";

const PLACEHOLDER = `webhook-id: msg_…
webhook-timestamp: 1700000000
webhook-signature: v1,…

{"type":"files.changed",…}`;

/** Says why a request that somebody received does not verify. Nothing typed here leaves the browser. */
export function Checker() {
  const id = useId();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const check = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = fields.get(name);
      return typeof value === "string" ? value : "";
    };
    setVerdict(await verifyMessage(text("request"), text("secret"), Date.now()));
  };
  return (
    <Card
      title="Why does it not verify?"
      description="Paste a request as you received it. It is checked in this browser; nothing is sent anywhere."
    >
      <form
        onSubmit={(event) => void check(event)}
        onChange={() => setVerdict(null)}
        className="flex flex-col gap-4 p-5"
      >
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-sm font-medium">
            Request
          </label>
          <textarea
            id={id}
            name="request"
            rows={9}
            required
            spellCheck={false}
            placeholder={PLACEHOLDER}
            aria-describedby={`${id}-hint`}
            className="border-edge bg-sheet rounded-control placeholder:text-muted/70 w-full border px-3 py-2 font-mono text-lg sm:text-xs sm:leading-5"
          />
          <p id={`${id}-hint`} className="text-muted text-sm">
            Headers, an empty line, then the body.
          </p>
        </div>
        <Field
          label="Secret"
          name="secret"
          type="password"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="whsec_…"
        />
        <div>
          <Submit variant="secondary">Check</Submit>
        </div>
        {verdict && (
          <Alert tone={verdict.ok ? "good" : "bad"}>
            <p className="font-medium">{verdict.words}</p>
            {verdict.remedy && <p>{verdict.remedy}</p>}
          </Alert>
        )}
      </form>
    </Card>
  );
}
