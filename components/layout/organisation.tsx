"use client";

import { createContext, type ReactNode, use } from "react";

/** The organisation that a page of the console is about, and what the person who looks is in it. */
type Organisation = { id: string; name: string; role: "owner" | "admin" | "member" };

const Current = createContext<Organisation | null>(null);

/** Says below which organisation everything inside stands. */
export function OrganisationProvider({
  value,
  children,
}: {
  value: Organisation;
  children: ReactNode;
}) {
  return <Current value={value}>{children}</Current>;
}

/** The organisation of this page, inside the console's frame. */
export function useOrganisation(): Organisation & { isAdmin: boolean } {
  const organisation = use(Current);
  if (organisation === null) throw new Error("outside the console's frame");
  return { ...organisation, isAdmin: organisation.role !== "member" };
}
