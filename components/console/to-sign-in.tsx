"use client";

import { useEffect } from "react";

/** Leads whoever is signed out to the sign-in, and from there back to this very page. */
export function ToSignIn() {
  useEffect(goToSignIn, []);
  return <p className="text-muted p-6">You are signed out. One moment…</p>;
}

/** Leaves for the sign-in, which comes back here. */
export function goToSignIn(): void {
  const { pathname, search, hash } = window.location;
  const callbackUrl = encodeURIComponent(pathname + search + hash);
  window.location.replace(`/sign-in?callbackUrl=${callbackUrl}`);
}
