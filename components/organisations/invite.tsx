"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Secret } from "@/components/ui/secret";
import { Select } from "@/components/ui/select";
import { invite, membersKey } from "@/console/queries/members";

import { ROLES } from "./roles";

const WORDS = {
  already_exists: "This address belongs to a member, or has an open invitation.",
  invitation_limit_reached:
    "Your organisation has too many open invitations. Revoke one, or wait until one is accepted.",
};

const EMAILED =
  "We e-mailed a link to this address. A new account needs that link. You can also pass this one on to someone who has an account; it is shown only now.";
const NOT_EMAILED =
  "Pass this link on: it is shown only now, and anyone who has it can create the account for this address.";

/** Invites an address, and shows the link this once: without a mail server the inviter has to pass it on. */
export function Invite({ onClose }: { onClose: () => void }) {
  const { id: orgId, role: own } = useOrganisation();
  const cache = useQueryClient();
  const inviting = useMutation({
    mutationFn: ({ email = "", role = "" }: Record<string, string>) =>
      invite(orgId, {
        email: email.trim(),
        role: ROLES.find(({ value }) => value === role)?.value ?? "member",
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: membersKey(orgId) }),
  });
  if (inviting.isSuccess)
    return (
      <Dialog
        title={`${inviting.data.email} is invited`}
        description={inviting.data.emailed ? EMAILED : NOT_EMAILED}
        onClose={onClose}
      >
        <Secret label="Invitation link" value={inviting.data.url} />
        <Button className="self-end" onClick={onClose}>
          Done
        </Button>
      </Dialog>
    );
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form submit="Invite" pending={inviting.isPending} onSubmit={inviting.mutate}>
        <Failure error={inviting.error} messages={WORDS} />
        <Field
          label="Email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          error={problemOf(inviting.error, "email")}
        />
        <Select label="Role" name="role" defaultValue="member">
          {ROLES.filter(({ value }) => own === "owner" || value !== "owner").map((one) => (
            <option key={one.value} value={one.value}>
              {one.name}
            </option>
          ))}
        </Select>
      </Form>
    </Dialog>
  );
}
