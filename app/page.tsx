import { redirect } from "next/navigation";

import { Organisations } from "@/components/account/organisations";
import { SiteHeader } from "@/components/layout/site-header";
import { FirstSteps } from "@/components/service/first-steps";
import { Links } from "@/components/service/links";
import { ServiceStatus } from "@/components/service/service-status";
import { text as layout } from "@/console/text/layout";
import { text } from "@/console/text/service";
import { isSetUp } from "@/lib/accounts/set-up";
import { currentUser } from "@/lib/auth/current-user";
import { services } from "@/lib/services";

import { homeOf, UserFrame } from "./frame";

/** Leads to the user's organisation, and support staff without one to theirs; visitors sign in, or see the first steps of a new service. */
export default async function Page() {
  const user = await currentUser();
  if (user === null) {
    if (await isSetUp(services().db)) redirect("/sign-in");
    return <Visitors />;
  }
  const orgId = await homeOf(user);
  if (orgId !== null) redirect(`/o/${orgId}`);
  if (user.isSupport) redirect("/support");
  return (
    <UserFrame user={user}>
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">
          {text.hello(user.name)}
        </h1>
        <p className="text-muted">{text.aboutHome}</p>
      </header>
      <Organisations />
      <ServiceStatus title={text.status} />
      <Links />
    </UserFrame>
  );
}

const Visitors = () => (
  <>
    {/* There is no account to sign in with. */}
    <SiteHeader>{null}</SiteHeader>
    <main className="mx-auto flex max-w-3xl flex-col gap-8 px-4 py-10 sm:px-6">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{layout.product}</h1>
        <p className="text-muted">{text.aboutProduct}</p>
      </header>
      <FirstSteps />
      <ServiceStatus title={text.status} />
    </main>
  </>
);
