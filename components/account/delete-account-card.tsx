"use client";

import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { deleteAccount } from "@/console/queries/account";
import { text } from "@/console/text/account";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);

/** Deletes the user's account, after its address has been typed. */
export function DeleteAccountCard({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card level={3} isDangerous title={text.delete} description={text.deleteHint}>
      <div className="p-5">
        <Button variant="danger" onClick={() => setOpen(true)}>
          {text.delete}
        </Button>
      </div>
      {isOpen && (
        <Confirm
          title={text.deleteTitle}
          description={text.deleteWarning}
          action={text.delete}
          typed={email}
          messages={text.deleteErrors}
          run={deleteAccount}
          onDone={() => window.location.assign("/sign-in")}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}
