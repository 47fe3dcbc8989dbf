import Link from "next/link";

import { Card } from "@/components/ui/card";

const LINKS = [
  { href: "/docs", name: "API", about: "every operation, and a place to try it as yourself" },
  { href: "/docs/errors", name: "Errors", about: "what each code means and what to do" },
  { href: "/account", name: "Account", about: "your sessions, command-line logins and password" },
];

/** Where to go from the first page. */
export function Links() {
  return (
    <Card title="Go on">
      <ul className="py-1.5">
        {LINKS.map(({ href, name, about }) => (
          <li key={href} className="px-5 py-1.5">
            <Link className="text-tide font-medium underline-offset-4 hover:underline" href={href}>
              {name}
            </Link>{" "}
            <span className="text-muted">{about}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
