"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { createOrganisation } from "@/console/queries/organisations";
import { createOrganisationText as text } from "@/console/text/organisations";

/** Creates an organisation and opens it. */
export function NewOrganisation() {
  const create = useMutation({
    mutationFn: ({ name = "" }: Record<string, string>) => createOrganisation(name.trim()),
    onSuccess: ({ id }) => window.location.assign(`/o/${id}`),
  });
  return (
    <Form
      submit={text.submit}
      pending={create.isPending || create.isSuccess}
      onSubmit={create.mutate}
    >
      <Failure error={create.error} messages={text.errors} />
      <NameField
        autoComplete="organization"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- there is nothing else to do here
        autoFocus
        failure={create.error}
      />
    </Form>
  );
}
