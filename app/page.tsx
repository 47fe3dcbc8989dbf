import { Seed } from "@/app/seed";
import { Organisations } from "@/components/account/organisations";
import { SignInLink } from "@/components/layout/sign-in-link";
import { SiteHeader } from "@/components/layout/site-header";
import { UserMenu } from "@/components/layout/user-menu";
import { FirstSteps } from "@/components/service/first-steps";
import { Links } from "@/components/service/links";
import { ServiceStatus } from "@/components/service/service-status";
import { meQuery } from "@/console/queries/me";
import { text as layout } from "@/console/text/layout";
import { text } from "@/console/text/service";
import { currentUser } from "@/lib/auth/current-user";

/** The home page: system status, with first steps for visitors and organisations for signed-in users. */
export default async function Page() {
  const user = await currentUser();
  return (
    <>
      <SiteHeader>{user === null ? <SignInLink /> : <UserMenu name={user.name} />}</SiteHeader>
      <main className="mx-auto flex max-w-3xl flex-col gap-8 px-4 py-10 sm:px-6">
        <header className="flex flex-col gap-2">
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">
            {user === null ? layout.product : text.hello(user.name)}
          </h1>
          <p className="text-muted">{user === null ? text.aboutProduct : text.aboutHome}</p>
        </header>
        {user !== null && (
          <Seed ask={(cache) => [cache.query(meQuery)]}>
            <Organisations />
          </Seed>
        )}
        <ServiceStatus />
        {user === null ? <FirstSteps /> : <Links isSupport={user.isSupport} />}
      </main>
    </>
  );
}
