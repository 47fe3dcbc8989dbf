"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Submit } from "@/components/ui/submit";
import type { ErrorMessages } from "@/console/text/error-message";

import { Failure } from "./failure";

type Props = {
  title: string;
  /** What will be lost, in one or two sentences. */
  description: ReactNode;
  /** The word on the button, as in "Delete". */
  action: string;
  /** What has to be typed first, for what cannot be undone. */
  typed?: string;
  messages?: ErrorMessages;
  run: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

/** Asks before something that takes away; `typed` makes sure that it was meant. */
export function Confirm(props: Props) {
  const { title, description, action, typed, messages, run, onDone, onClose } = props;
  const [text, setText] = useState("");
  const doing = useMutation({ mutationFn: run, onSuccess: onDone });
  const ready = typed === undefined || text === typed;
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !doing.isPending) doing.mutate();
        }}
      >
        <Failure error={doing.error} {...(messages === undefined ? {} : { messages })} />
        {typed !== undefined && (
          <Field
            label={`Type ${typed} to go on`}
            name="typed"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Submit variant="danger" disabled={!ready} aria-disabled={doing.isPending}>
            {doing.isPending ? "One moment…" : action}
          </Submit>
        </div>
      </form>
    </Dialog>
  );
}
