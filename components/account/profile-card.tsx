"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { useTypedName } from "@/components/forms/use-typed-name";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { renameUser, requestEmailChange } from "@/console/queries/account";
import { meQuery } from "@/console/queries/me";
import { text } from "@/console/text/account";

type Props = { name: string; email: string; canSendEmail: boolean };

/** Changes the user's name, and their address once a link sent to the new one is opened. */
export function ProfileCard({ name, email, canSendEmail }: Props) {
  const router = useRouter();
  const cache = useQueryClient();
  const { field, setTyped } = useTypedName(name);
  const rename = useMutation({
    mutationFn: renameUser,
    onMutate: setTyped,
    onSuccess: async () => {
      router.refresh();
      await cache.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
    },
  });
  const save = ({ name: typed = "" }: Record<string, string>) => rename.mutate(typed.trim());
  const move = useMutation({
    mutationFn: (values: Record<string, string>) => requestEmailChange(values["email"] ?? ""),
  });
  return (
    <Card level={3} title={text.nameAndEmail} description={text.profileHint}>
      <div className="flex max-w-sm flex-col gap-6 p-5">
        <Form compact submit={text.saveName} pending={rename.isPending} onSubmit={save}>
          <Failure error={rename.error} />
          <NameField {...field} autoComplete="name" failure={rename.error} />
        </Form>
        {!canSendEmail ? (
          <p className="text-muted text-sm">{text.emailByOperator(email)}</p>
        ) : move.isSuccess ? (
          <Alert tone="good">
            <p>{text.emailSent(move.variables["email"] ?? "")}</p>
          </Alert>
        ) : (
          <Form compact submit={text.changeEmail} pending={move.isPending} onSubmit={move.mutate}>
            <Failure error={move.error} />
            <Field
              label={text.newEmail}
              name="email"
              type="email"
              autoComplete="email"
              required
              hint={text.newEmailHint}
              error={problemOf(move.error, "email")}
            />
          </Form>
        )}
      </div>
    </Card>
  );
}
