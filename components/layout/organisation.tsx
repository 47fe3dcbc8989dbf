"use client";

import { createContext, type ReactNode, use, useState } from "react";

/** The organisation of a console page, with the user's role in it. */
type Organisation = { id: string; name: string; role: "owner" | "admin" | "member" | "viewer" };

type Guidance = {
  /** Whether the next steps after a first message are shown. */
  isGuided: boolean;
  setGuided: (isGuided: boolean) => void;
};

const Current = createContext<(Organisation & Guidance) | null>(null);

type Props = { value: Organisation; isGuided: boolean; children: ReactNode };

/** Provides the organisation to everything inside. */
export function OrganisationProvider({ value, children, ...props }: Props) {
  const [isGuided, setGuided] = useState(props.isGuided);
  return <Current value={{ ...value, isGuided, setGuided }}>{children}</Current>;
}

/** The organisation of this page. Viewers can't write (spec 3.8). @throws Error outside OrganisationProvider */
export function useOrganisation(): Organisation &
  Guidance & { isAdmin: boolean; canWrite: boolean } {
  const organisation = use(Current);
  if (organisation === null) throw new Error("useOrganisation needs an OrganisationProvider");
  const { role } = organisation;
  const isAdmin = role === "owner" || role === "admin";
  return { ...organisation, isAdmin, canWrite: role !== "viewer" };
}
