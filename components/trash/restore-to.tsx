"use client";

import { useMutation, useQuery } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toasts";
import { replaceableQuery } from "@/console/queries/replaceable";
import { restoreItem, type TrashItem } from "@/console/queries/trash";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { childOf, directoryOf, nameOf, withNumber } from "@/console/state/paths";
import { trashText as text } from "@/console/text/trash";

type Props = { params: FilesystemIds; item: TrashItem; onClose: () => void };

/** Asks where to restore an item whose path is taken. */
export function RestoreTo({ params, item, onClose }: Props) {
  const { id, path } = item;
  const { data: replaceable = null } = useQuery(replaceableQuery(params, item));
  const restore = useMutation({
    mutationFn: (where: { to?: string; overwrite?: boolean }) => restoreItem(params, id, where),
    onSuccess(file) {
      toast(text.restoredTo(file.path));
      onClose();
    },
  });
  const free = childOf(directoryOf(path), withNumber(nameOf(path), 2));
  return (
    <Dialog
      title={text.takenTitle(path)}
      description={text.taken(path, replaceable)}
      onClose={onClose}
    >
      <Form
        submit={text.restore}
        pending={restore.isPending}
        onSubmit={({ to = "" }) => restore.mutate({ to })}
      >
        <Failure error={restore.error} messages={text.errors} />
        <Field
          label={text.restoreTo}
          name="to"
          required
          autoComplete="off"
          defaultValue={free}
          error={problemOf(restore.error, "to")}
        />
      </Form>
      {replaceable !== null && (
        <Button
          variant="danger"
          onClick={() => restore.isPending || restore.mutate({ overwrite: true })}
        >
          {text.replace}
        </Button>
      )}
    </Dialog>
  );
}
