"use client";

import { useServerInsertedHTML } from "next/navigation";
import { useRef } from "react";

import { EARLY_CLICK } from "./early-click";

/**
 * Repeats the last click on a button that comes before the page's script. Only the server's HTML has it: React makes a
 * script of HTML where it renders one in the browser, which the policy of the page refuses.
 */
export function FirstScript({ nonce }: { nonce: string | undefined }) {
  const isInserted = useRef(false);
  useServerInsertedHTML(() => {
    // Leaves the text out of what browsers load.
    if (typeof window !== "undefined" || isInserted.current) return null;
    isInserted.current = true;
    return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: EARLY_CLICK }} />;
  });
  return null;
}
