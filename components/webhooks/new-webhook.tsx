"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Circle, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Template } from "@/components/layout/template";
import { CodeBlock } from "@/components/ui/code-block";
import { Field } from "@/components/ui/field";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import {
  createWebhook,
  type FilesystemIds,
  webhookQuery,
  webhooksQuery,
} from "@/console/queries/webhooks";
import { text } from "@/console/text/new-webhook";
import { text as inbox } from "@/console/text/test-inbox";
import { text as shared } from "@/console/text/webhooks";
import { checkUrl, localUrl, type UrlRule } from "@/console/webhook-tools/url-rules";
import { LIMITS } from "@/lib/contract/limits";

import { PrefixField } from "./prefix-field";
import { webhookRoutes } from "./routes";
import { UseTestInbox } from "./use-test-inbox";

const FirstMessage = lazyWithRetry(
  async () => (await import("./first-message")).FirstMessage,
  <Skeleton className="h-96" />,
);

const READY = /\/webhooks\/([^/]+)\/ready$/;
const MESSAGES = { webhook_limit_reached: text.limitReached, unavailable: text.lookupFailed };

/** The form for a new webhook, then its secret and its first message on the same page. */
export function NewWebhook(params: FilesystemIds) {
  const { canWrite } = useOrganisation();
  const { data: webhooks } = useQuery(webhooksQuery(params));
  const cache = useQueryClient();
  const path = usePathname();
  const create = useMutation({
    mutationFn: async (values: Record<string, string>) => {
      const { url = "", path_prefix = "/", description = "" } = values;
      const { secret, ...webhook } = await createWebhook(params, { url, path_prefix, description });
      const { id } = webhook;
      cache.setQueryData(webhookQuery({ ...params, webhook_id: id }).queryKey, webhook);
      return { id, secret };
    },
    // The address of the next page without leaving this one, which alone knows the secret.
    onSuccess: ({ id }) => window.history.replaceState(null, "", webhookRoutes(params).ready(id)),
    // The secret must not stay in the cache after this page is left.
    gcTime: 0,
  });
  // On the way back this page has that address, and no secret.
  const id = create.data?.id ?? READY.exec(path)?.[1];
  if (id !== undefined)
    return <FirstMessage {...params} webhook_id={id} secret={create.data?.secret} />;
  if (!canWrite) return <Page title={shared.newWebhook} description={text.notForViewers} />;
  if (webhooks !== undefined && webhooks.length >= LIMITS.webhooks)
    return <Page title={shared.newWebhook} description={text.limitReached} />;
  return (
    <Page title={shared.newWebhook} description={text.newAbout}>
      <section
        aria-label={inbox.offer}
        className="border-line bg-sheet rounded-card flex max-w-xl flex-col items-start gap-3 border p-5 sm:p-6"
      >
        <p>
          <strong className="font-semibold">{inbox.offer}</strong> {inbox.offerAbout}
        </p>
        <UseTestInbox params={params} variant="secondary" />
      </section>
      <div className="border-line bg-sheet rounded-card max-w-xl border p-5 sm:p-6">
        <Form submit={text.create} pending={create.isPending} onSubmit={create.mutate}>
          <Failure error={create.error} messages={MESSAGES} />
          <UrlField
            fsId={params.fs_id}
            error={problemOf(create.error, "url")}
            refused={create.variables?.["url"]}
          />
          <PrefixField params={params} error={problemOf(create.error, "path_prefix")} />
          <Field
            label={text.description}
            name="description"
            maxLength={LIMITS.nameLength}
            autoComplete="off"
            hint={text.descriptionHint}
            error={problemOf(create.error, "description")}
          />
        </Form>
      </div>
    </Page>
  );
}

type UrlFieldProps = { fsId: string; error: string | undefined; refused: string | undefined };

function UrlField({ fsId, error, refused }: UrlFieldProps) {
  const [url, setUrl] = useState("");
  const { rules, normalised } = checkUrl(url);
  // Whether a host has a public address only the service knows.
  const hasBadHost = error !== undefined && url === refused;
  const local = localUrl(url);
  return (
    <div className="flex flex-col gap-2.5">
      <Field
        label={text.url}
        name="url"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        placeholder={text.urlPlaceholder}
        inputMode="url"
        required
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        error={error}
      />
      <ul aria-label={text.urlRules} className="grid gap-1 text-sm sm:grid-cols-2">
        {rules.map((rule) => (
          <Rule
            key={rule.name}
            rule={hasBadHost && rule.name === "host" ? { ...rule, ok: false } : rule}
          />
        ))}
      </ul>
      {local !== null && (
        <output className="flex flex-col gap-1.5 text-sm">
          {text.local}
          <CodeBlock code={text.listen(fsId, local)} />
        </output>
      )}
      <p className="text-muted min-h-5 text-sm wrap-anywhere">
        {normalised !== null && (
          <Template
            text={text.requestsGoTo}
            slots={{ url: <span className="text-ink font-mono">{normalised}</span> }}
          />
        )}
      </p>
    </div>
  );
}

function Rule({ rule: { name, ok } }: { rule: UrlRule }) {
  const Icon = ok === null ? Circle : ok ? Check : X;
  const tone = ok === null ? "text-muted" : ok ? "text-good" : "text-bad";
  return (
    <li className={`flex items-center gap-2 ${tone}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {text.rules[name]}
      {ok !== null && <span className="sr-only">{ok ? text.kept : text.broken}</span>}
    </li>
  );
}
