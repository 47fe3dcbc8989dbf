"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { createOrganisation } from "@/console/queries/organisations";

const WORDS = {
  organisation_limit_reached:
    "You have created as many organisations as one person can. Ask your operator to create another.",
};

/** Makes an organisation, and goes there. */
export function NewOrganisation() {
  const create = useMutation({
    mutationFn: ({ name = "" }: Record<string, string>) => createOrganisation(name.trim()),
    onSuccess: ({ id }) => window.location.assign(`/o/${id}`),
  });
  return (
    <Form
      submit="Create organisation"
      pending={create.isPending || create.isSuccess}
      onSubmit={create.mutate}
    >
      <Failure error={create.error} words={WORDS} />
      <NameField autoComplete="organization" failure={create.error} />
    </Form>
  );
}
