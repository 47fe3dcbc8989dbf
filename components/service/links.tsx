import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { text } from "@/console/text/service";

const LINKS = [
  { href: "/docs", name: text.docs, about: text.docsAbout },
  { href: "/docs/api", name: text.api, about: text.apiAbout },
  { href: "/docs/errors", name: text.errors, about: text.errorsAbout },
  { href: "/account", name: text.account, about: text.accountAbout },
];

/** The links of the home page. */
export function Links() {
  return (
    <Card title={text.nextSteps}>
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
