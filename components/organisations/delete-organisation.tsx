"use client";

import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { deleteOrganisation } from "@/console/queries/organisations";
import { text } from "@/console/text/settings";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);

/** Deletes the organisation, after an owner has typed its name. */
export function DeleteOrganisation() {
  const { id, name, role } = useOrganisation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card level={3} isDangerous title={text.delete} description={text.deleteHint}>
      <div className="p-5">
        {role === "owner" ? (
          <Button variant="danger" onClick={() => setOpen(true)}>
            {text.delete}
          </Button>
        ) : (
          <p className="text-muted">{text.deleteOwners}</p>
        )}
      </div>
      {isOpen && (
        <Confirm
          title={text.deleteTitle(name)}
          description={text.deleteWarning}
          action={text.delete}
          typed={name}
          run={() => deleteOrganisation(id)}
          onDone={() => window.location.assign("/")}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}
