"use client";

import { createContext, type ReactNode, use } from "react";

/** The organisation of a console page, with the user's role in it. */
type Organisation = { id: string; name: string; role: "owner" | "admin" | "member" | "viewer" };

const Current = createContext<Organisation | null>(null);

/** Provides the organisation to everything inside. */
export function OrganisationProvider({
  value,
  children,
}: {
  value: Organisation;
  children: ReactNode;
}) {
  return <Current value={value}>{children}</Current>;
}

/** The organisation of this page. Viewers can't write (spec 3.8). @throws Error outside OrganisationProvider */
export function useOrganisation(): Organisation & { isAdmin: boolean; canWrite: boolean } {
  const organisation = use(Current);
  if (organisation === null) throw new Error("useOrganisation needs an OrganisationProvider");
  const { role } = organisation;
  const isAdmin = role === "owner" || role === "admin";
  return { ...organisation, isAdmin, canWrite: role !== "viewer" };
}
