"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Submit } from "@/components/ui/submit";
import { readsAlike } from "@/console/state/reads-alike";
import type { ErrorMessages } from "@/console/text/error-message";
import { text } from "@/console/text/forms";

import { Failure } from "./failure";

type Props = {
  title: string;
  /** What will be lost, in one or two sentences. */
  description: ReactNode;
  /** The label of the button, as in "Delete". */
  action: string;
  /** What the user has to type first, for actions that can't be undone. */
  typed?: string;
  messages?: ErrorMessages;
  /** What the user can choose. */
  children?: ReactNode;
  run: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

/** Asks for confirmation before a destructive action. */
export function Confirm(props: Props) {
  const { title, description, action, typed, messages, children, run, onDone, onClose } = props;
  const [input, setInput] = useState("");
  const confirm = useMutation({ mutationFn: run, onSuccess: onDone });
  const ready = typed === undefined || readsAlike(input, typed);
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !confirm.isPending) confirm.mutate();
        }}
      >
        <Failure error={confirm.error} {...(messages === undefined ? {} : { messages })} />
        {children}
        {typed !== undefined && (
          <Field
            label={text.typeToConfirm(typed)}
            name="typed"
            autoComplete="off"
            value={input}
            onChange={(event) => setInput(event.target.value)}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" data-autofocus onClick={onClose}>
            {text.cancel}
          </Button>
          <Submit variant="danger" disabled={!ready} aria-disabled={confirm.isPending}>
            {confirm.isPending ? text.pending : action}
          </Submit>
        </div>
      </form>
    </Dialog>
  );
}
