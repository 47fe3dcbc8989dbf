"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Time } from "@/components/ui/time";
import { securityQuery } from "@/console/queries/account";
import { type Passkey, passkeysQuery, removePasskey } from "@/console/queries/passkeys";
import { text } from "@/console/text/passkeys";

import { LostAccess } from "./lost-access";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);
const RenamePasskey = lazyWithRetry(() =>
  import("./rename-passkey").then((all) => all.RenamePasskey),
);

/** A passkey, with buttons to rename and remove it. */
export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id, name, created_at: addedAt, last_used_at: usedAt, signs_in: signsIn } = passkey;
  const { data: security } = useQuery(securityQuery);
  const { data: all } = useQuery(passkeysQuery);
  const cache = useQueryClient();
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const close = () => {
    setOpen(null);
    void cache.invalidateQueries({ queryKey: ["me"] });
  };
  const isLast = security?.second_factor === null && all?.length === 1;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="text-muted text-sm">
          {text.added} <Time at={addedAt} /> ·{" "}
          {usedAt === null ? (
            text.neverUsed
          ) : (
            <>
              {text.lastUsed} <Time at={usedAt} />
            </>
          )}
        </p>
        {!signsIn && <p className="text-warn text-sm">{text.afterPassword}</p>}
      </div>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-label={text.renameOne(name)}
          onClick={() => setOpen("rename")}
        >
          {text.rename}
        </Button>
        <Button
          variant="danger"
          size="sm"
          aria-label={text.removeOne(name)}
          onClick={() => setOpen("remove")}
        >
          {text.remove}
        </Button>
      </div>
      {open === "rename" && <RenamePasskey passkey={passkey} onClose={close} />}
      {open === "remove" && (
        <Confirm
          title={text.removeTitle(name)}
          description={text.removeWarning}
          action={text.remove}
          run={() => removePasskey(id)}
          onDone={close}
          onClose={() => setOpen(null)}
        >
          {isLast && <LostAccess warning={text.removeLast} />}
        </Confirm>
      )}
    </li>
  );
}
