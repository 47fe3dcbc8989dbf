import { Badge } from "@/components/ui/badge";
import type { ApiKey } from "@/console/queries/api-keys";
import { text } from "@/console/text/api-keys";

/** What an API key may do, which stays as it was when the key was created (spec 3.23). */
export function KeyRights({ apiKey: { permissions, scopes } }: { apiKey: ApiKey }) {
  return (
    <section className="flex flex-col gap-1.5 text-sm">
      <h3 className="font-medium">{text.rights}</h3>
      <ul aria-label={text.rights} className="flex flex-wrap gap-2">
        {[...scopes, ...permissions].map((each) => (
          <li key={each} className="flex">
            <Badge>{text.badges[each]}</Badge>
          </li>
        ))}
      </ul>
      <p className="text-muted">{text.rightsStay}</p>
    </section>
  );
}
