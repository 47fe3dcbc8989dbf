"use client";

import { type SubmitEvent, useId, useState } from "react";

import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Submit } from "@/components/ui/submit";
import { text } from "@/console/text/verify";
import { type Verdict, verifyMessage } from "@/console/webhook-tools/verify-message";

/** Explains why a received request doesn't verify. Nothing typed here leaves the browser. */
export function Checker() {
  const id = useId();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const check = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const valueOf = (name: string) => {
      const value = fields.get(name);
      return typeof value === "string" ? value : "";
    };
    setVerdict(await verifyMessage(valueOf("request"), valueOf("secret"), Date.now()));
  };
  return (
    <Card title={text.debug} description={text.debugAbout}>
      <form
        onSubmit={(event) => void check(event)}
        onChange={() => setVerdict(null)}
        className="flex flex-col gap-4 p-5"
      >
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-sm font-medium">
            {text.request}
          </label>
          <textarea
            id={id}
            name="request"
            rows={9}
            required
            spellCheck={false}
            placeholder={text.requestPlaceholder}
            aria-describedby={`${id}-hint`}
            className="border-edge bg-sheet rounded-control placeholder:text-muted/70 w-full border px-3 py-2 font-mono text-lg sm:text-xs sm:leading-5"
          />
          <p id={`${id}-hint`} className="text-muted text-sm">
            {text.requestHint}
          </p>
        </div>
        <Field
          label={text.secret}
          name="secret"
          type="password"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder={text.secretPlaceholder}
        />
        <div>
          <Submit variant="secondary">{text.check}</Submit>
        </div>
        {verdict && (
          <Alert tone={verdict.ok ? "good" : "bad"}>
            <p className="font-medium">{verdict.message}</p>
            {verdict.remedy && <p>{verdict.remedy}</p>}
          </Alert>
        )}
      </form>
    </Card>
  );
}
