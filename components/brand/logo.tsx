import Link from "next/link";

import { Mark } from "./mark";

/** Sign and name; leads to the first page. */
export function Logo() {
  return (
    <Link href="/" className="rounded-control flex items-center gap-2 text-lg font-semibold">
      <Mark className="size-6" />
      <span className="tracking-tight">Tidemark</span>
    </Link>
  );
}
