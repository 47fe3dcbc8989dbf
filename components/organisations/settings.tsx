"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { NotAllowed } from "@/components/layout/not-allowed";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Secret } from "@/components/ui/secret";
import { meQuery } from "@/console/queries/me";
import { renameOrganisation } from "@/console/queries/organisations";

/** The organisation's name and id. */
export function Settings() {
  const { id: orgId, name, isAdmin } = useOrganisation();
  const cache = useQueryClient();
  const rename = useMutation({
    mutationFn: (values: Record<string, string>) =>
      renameOrganisation(orgId, (values["name"] ?? "").trim()),
    onSuccess: () => cache.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
  });
  return (
    <Page title="Settings">
      {!isAdmin && <NotAllowed what="change these settings" />}
      <Card title="Name" description="What people see; programs use the id.">
        <div className="max-w-md p-5">
          <Form
            submit="Save"
            pending={rename.isPending}
            onSubmit={rename.mutate}
            disabled={!isAdmin}
          >
            <Failure error={rename.error} />
            {rename.isSuccess && (
              <Alert tone="good">
                <p>The name is changed.</p>
              </Alert>
            )}
            <NameField key={name} defaultValue={name} disabled={!isAdmin} failure={rename.error} />
          </Form>
        </div>
      </Card>
      <Card
        title="For programs"
        description="Every route of the API that is about this organisation names it."
      >
        <div className="max-w-md p-5">
          <Secret label="Organisation id" value={orgId} />
        </div>
      </Card>
    </Page>
  );
}
