"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { passkeysQuery } from "@/console/queries/passkeys";
import { text } from "@/console/text/passkeys";

import { PasskeyRow } from "./passkey-row";

const AddPasskey = lazyWithRetry(() => import("./add-passkey").then((all) => all.AddPasskey));

type Props = {
  /** Whether browsers accept passkeys at this address. */
  isAvailable: boolean;
  /** The page of an organisation that requires a second factor, to open once there is one. */
  next: string | null;
};

/** The user's passkeys, to add, rename and remove. */
export function PasskeysCard({ isAvailable, next }: Props) {
  const { data, error } = useQuery(passkeysQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <Card
      level={3}
      title={text.title}
      description={isAvailable ? text.hint : text.unavailable}
      action={
        isAvailable && (
          <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
            {text.add}
          </Button>
        )
      }
    >
      {error && (
        <div className="px-5 pt-4">
          <Failure error={error} />
        </div>
      )}
      <ul aria-busy={data === undefined} className="divide-line min-h-13 divide-y">
        {data?.length === 0 && <li className="text-muted px-5 py-3.5">{text.none}</li>}
        {data?.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {isAdding && (
        <AddPasskey
          onClose={() => setAdding(false)}
          onDone={() => (next === null ? setAdding(false) : window.location.assign(next))}
        />
      )}
    </Card>
  );
}
