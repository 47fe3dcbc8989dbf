"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Secret } from "@/components/ui/secret";
import { Select } from "@/components/ui/select";
import { invitationsQuery, invite, membersKey } from "@/console/queries/members";
import { inviteText as text } from "@/console/text/members";

import { ROLES } from "./roles";

/** Invites an address and shows the link once, since the service may have no mail server. */
export function Invite({ onClose }: { onClose: () => void }) {
  const { id: orgId, role: own } = useOrganisation();
  const cache = useQueryClient();
  const { data: invitations = [] } = useQuery(invitationsQuery(orgId));
  const inviting = useMutation({
    mutationFn: ({ email = "", role = "" }: Record<string, string>) =>
      invite(orgId, {
        email: email.trim(),
        role: ROLES.find(({ value }) => value === role)?.value ?? "member",
      }),
    // What is shown once does not wait for the list, which may fail.
    onSuccess: () => void cache.invalidateQueries({ queryKey: membersKey(orgId) }),
    gcTime: 0,
  });
  if (inviting.isSuccess)
    return (
      <Dialog
        isSticky
        title={text.createdTitle(inviting.data.email)}
        description={inviting.data.emailed ? text.emailedHint : text.createdHint}
        onClose={onClose}
      >
        <Secret label={text.link} value={inviting.data.url} />
        <Button className="self-end" onClick={onClose}>
          {text.done}
        </Button>
      </Dialog>
    );
  const tried = inviting.variables?.["email"]?.trim().toLowerCase();
  const isPending = invitations.some(({ email }) => email.toLowerCase() === tried);
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Form submit={text.submit} pending={inviting.isPending} onSubmit={inviting.mutate}>
        <Failure
          error={inviting.error}
          messages={isPending ? { ...text.errors, already_exists: text.isPending } : text.errors}
        />
        <Field
          label={text.email}
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          error={problemOf(inviting.error, "email")}
        />
        <Select label={text.role} name="role" defaultValue="member">
          {ROLES.filter(({ value }) => own === "owner" || value !== "owner").map(
            ({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ),
          )}
        </Select>
        <p className="text-muted -mt-2.5 text-sm">{text.roleHint}</p>
      </Form>
    </Dialog>
  );
}
