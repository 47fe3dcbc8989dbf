"use client";

import { useState } from "react";

/**
 * A field for a name that follows the saved one until something is typed, which stays until it is the saved one.
 * @returns properties of the field, and what to call with the name that is being saved, as the service will have it
 */
export function useTypedName(saved: string) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === saved) setTyped(null);
  const field = {
    value: typed ?? saved,
    onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
  };
  return { field, setTyped };
}
