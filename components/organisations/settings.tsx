"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { useTypedName } from "@/components/forms/use-typed-name";
import { NotAllowed } from "@/components/layout/not-allowed";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Section } from "@/components/layout/section";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Secret } from "@/components/ui/secret";
import { meQuery } from "@/console/queries/me";
import { renameOrganisation } from "@/console/queries/organisations";
import { text as notifications } from "@/console/text/notifications";
import { text } from "@/console/text/settings";

import { DeleteOrganisation } from "./delete-organisation";
import { Limits } from "./limits";
import { RequiredFactor } from "./required-factor";

/** The organisation's name, limits and ID. */
export function Settings({ sendsEmail }: { sendsEmail: boolean }) {
  const { id: orgId, name, isAdmin } = useOrganisation();
  const cache = useQueryClient();
  const { field, setTyped } = useTypedName(name);
  const rename = useMutation({
    mutationFn: (typed: string) => renameOrganisation(orgId, typed),
    onMutate: setTyped,
    onSuccess: () => cache.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
  });
  return (
    <Page title={text.title}>
      {!isAdmin && <NotAllowed what={text.notAllowed} />}
      <Card title={text.general} description={text.nameHint}>
        <div className="max-w-md p-5">
          <Form
            submit={text.save}
            pending={rename.isPending}
            onSubmit={({ name: typed = "" }) => rename.mutate(typed.trim())}
            disabled={!isAdmin}
            compact
          >
            <Failure error={rename.error} />
            {rename.isSuccess && (
              <Alert tone="good">
                <p>{text.saved}</p>
              </Alert>
            )}
            <NameField {...field} disabled={!isAdmin} failure={rename.error} />
          </Form>
        </div>
      </Card>
      <Card
        title={notifications.title}
        description={sendsEmail ? notifications.link : notifications.linkWithoutEmail}
      >
        <div className="p-5">
          <Button asChild variant="secondary">
            <Link href={`/o/${orgId}/settings/notifications`}>{notifications.open}</Link>
          </Button>
        </div>
      </Card>
      <RequiredFactor />
      <Limits />
      <Card title={text.api} description={text.apiHint}>
        <div className="max-w-md p-5">
          <Secret label={text.organisationId} value={orgId} />
        </div>
      </Card>
      <Section title={text.dangerZone}>
        <DeleteOrganisation />
      </Section>
    </Page>
  );
}
