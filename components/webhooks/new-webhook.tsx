"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
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
import { LIMITS } from "@/lib/contract/limits";
import { isTestInbox } from "@/lib/contract/test-inbox-url";

import { PrefixField } from "./prefix-field";
import { webhookRoutes } from "./routes";
import { UrlField } from "./url-field";
import { UseTestInbox } from "./use-test-inbox";

const FirstMessage = lazyWithRetry(
  async () => (await import("./first-message")).FirstMessage,
  <Skeleton className="h-96" />,
);

const READY = /\/webhooks\/([^/]+)\/ready$/;
const MESSAGES = { webhook_limit_reached: text.limitReached, unavailable: text.lookupFailed };

/** The form for a new webhook, filled in like the one that the address names, then its secret and its first message on the same page. */
export function NewWebhook(params: FilesystemIds) {
  const { canWrite } = useOrganisation();
  const { data: webhooks } = useQuery(webhooksQuery(params));
  const cache = useQueryClient();
  const path = usePathname();
  const [like] = useSearchText("like");
  const { data: model, isLoading } = useQuery({
    ...webhookQuery({ ...params, webhook_id: like }),
    enabled: like !== "",
  });
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
  if (isLoading) return <Page title={shared.newWebhook} description={text.newAbout} />;
  return (
    <Page title={shared.newWebhook} description={text.newAbout}>
      <section
        aria-label={inbox.offer}
        className="border-line bg-sheet rounded-card flex max-w-xl flex-col items-start gap-3 border p-5 sm:p-6"
      >
        <p>
          <strong className="font-semibold">{inbox.offer}</strong> {inbox.offerAbout}
        </p>
        <UseTestInbox
          params={params}
          variant="secondary"
          isThere={webhooks?.some(isTestInbox) ?? false}
        />
      </section>
      <div className="border-line bg-sheet rounded-card max-w-xl border p-5 sm:p-6">
        <Form submit={text.create} pending={create.isPending} onSubmit={create.mutate}>
          <Failure error={create.error} messages={MESSAGES} />
          <UrlField
            fsId={params.fs_id}
            initial={model?.url ?? ""}
            error={problemOf(create.error, "url")}
            refused={create.variables?.["url"]}
          />
          <PrefixField
            params={params}
            initial={model?.path_prefix}
            error={problemOf(create.error, "path_prefix")}
          />
          <Field
            label={text.description}
            name="description"
            defaultValue={model?.description}
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
