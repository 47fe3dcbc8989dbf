"use client";

import { useMutation } from "@tanstack/react-query";
import { Check, Circle, X } from "lucide-react";
import { useState } from "react";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Page } from "@/components/layout/page";
import { Field } from "@/components/ui/field";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { createWebhook, type FilesystemIds } from "@/console/queries/webhooks";
import { checkUrl, type UrlRule } from "@/console/webhook-tools/url-rules";

import { PrefixField } from "./prefix-field";

const FirstMessage = lazyWithRetry(
  async () => (await import("./first-message")).FirstMessage,
  <Skeleton className="h-96" />,
);

const WORDS = {
  webhook_limit_reached: "There are five webhooks already. Delete one to make room.",
  unavailable: "The host could not be looked up right now. Try again.",
};

/** From an address to the first message that arrives there, on one screen. */
export function NewWebhook(params: FilesystemIds) {
  const create = useMutation({
    mutationFn: ({ url = "", path_prefix: prefix = "/" }: Record<string, string>) =>
      createWebhook(params, { url, path_prefix: prefix }),
    // The secret is for this screen only: nothing keeps it when the screen is left.
    gcTime: 0,
  });
  if (create.data !== undefined) return <FirstMessage params={params} made={create.data} />;
  return (
    <Page
      title="New webhook"
      description="Your backend gets one signed request about each batch of changes, in order."
    >
      <div className="border-line bg-sheet rounded-card max-w-xl border p-5 sm:p-6">
        <Form submit="Create webhook" pending={create.isPending} onSubmit={create.mutate}>
          <Failure error={create.error} messages={WORDS} />
          <Address error={problemOf(create.error, "url")} />
          <PrefixField params={params} error={problemOf(create.error, "path_prefix")} />
        </Form>
      </div>
    </Page>
  );
}

function Address({ error }: { error: string | undefined }) {
  const [text, setText] = useState("");
  const { rules, normalised } = checkUrl(text);
  return (
    <div className="flex flex-col gap-2.5">
      <Field
        label="URL"
        name="url"
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="https://hooks.example.com/files"
        inputMode="url"
        required
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        error={error}
      />
      <ul aria-label="The URL" className="grid gap-1 text-sm sm:grid-cols-2">
        {rules.map((rule) => (
          <Rule key={rule.words} {...rule} />
        ))}
      </ul>
      <p className="text-muted min-h-5 text-sm wrap-anywhere">
        {normalised !== null && (
          <>
            Will be called as <span className="text-ink font-mono">{normalised}</span>
          </>
        )}
      </p>
    </div>
  );
}

function Rule({ words, ok }: UrlRule) {
  const Icon = ok === null ? Circle : ok ? Check : X;
  const tone = ok === null ? "text-muted" : ok ? "text-good" : "text-bad";
  return (
    <li className={`flex items-center gap-2 ${tone}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {words}
      {ok !== null && <span className="sr-only">{ok ? ": yes" : ": no"}</span>}
    </li>
  );
}
