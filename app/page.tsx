import { Organisations } from "@/components/account/organisations";
import { PersonMenu } from "@/components/layout/person-menu";
import { SignInLink } from "@/components/layout/sign-in-link";
import { SiteHeader } from "@/components/layout/site-header";
import { FirstSteps } from "@/components/service/first-steps";
import { Links } from "@/components/service/links";
import { ServiceStatus } from "@/components/service/service-status";
import { text as layout } from "@/console/text/layout";
import { text } from "@/console/text/service";
import { currentPerson } from "@/lib/auth/current-person";

/** The home page: system status, with first steps for visitors and organisations for signed-in users. */
export default async function Page() {
  const person = await currentPerson();
  return (
    <>
      <SiteHeader>
        {person === null ? <SignInLink /> : <PersonMenu name={person.name} />}
      </SiteHeader>
      <main className="mx-auto flex max-w-3xl flex-col gap-8 px-4 py-10 sm:px-6">
        <header className="flex flex-col gap-2">
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">
            {person === null ? layout.product : text.hello(person.name)}
          </h1>
          <p className="text-muted">{person === null ? text.aboutProduct : text.aboutHome}</p>
        </header>
        {person !== null && <Organisations />}
        <ServiceStatus />
        {person === null ? <FirstSteps /> : <Links />}
      </main>
    </>
  );
}
