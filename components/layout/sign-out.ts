import { signOut } from "@/console/queries/session";

import { setSigningOut } from "./go-to-sign-in";

/** Signs out in this browser and goes to the sign-in page, which leads to the start page. @throws RequestError */
export async function signOutAndLeave(): Promise<void> {
  setSigningOut(true);
  // The browser's own Back may show this page again as it is.
  window.addEventListener("pageshow", () => setSigningOut(false), { once: true });
  try {
    await signOut();
  } catch (error) {
    setSigningOut(false);
    throw error;
  }
  window.location.assign("/sign-in");
}
