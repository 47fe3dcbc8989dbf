import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";

import { FirstScript } from "@/components/layout/first-script";
import { Providers } from "@/components/layout/providers";
import { THEME_COOKIE, themeOf } from "@/console/state/theme";
import { TIMES_COOKIE, timesOf } from "@/console/state/times";
import { services } from "@/lib/services";

import "./globals.css";

const TITLE = "Tidemark";
const DESCRIPTION = "Filesystems for organisations, and signed webhooks for every change.";
const SOCIAL = { url: "/social.png", width: 1200, height: 630, alt: DESCRIPTION };

/** Titles, icons and the image that other sites show for a link; its address needs the public origin. */
export function generateMetadata(): Metadata {
  return {
    metadataBase: services().settings.appUrl,
    title: { default: TITLE, template: `%s · ${TITLE}` },
    description: DESCRIPTION,
    icons: { icon: { url: "/icon.svg", type: "image/svg+xml" }, apple: "/apple-touch-icon.png" },
    openGraph: { type: "website", siteName: TITLE, images: [SOCIAL] },
    twitter: { card: "summary_large_image" },
  };
}

export const viewport: Viewport = { colorScheme: "light dark" };

// A page made ahead of time could not carry the nonce of the request that asks for it.
export const dynamic = "force-dynamic";

/** The frame of every page. */
export default async function Layout({ children }: { children: ReactNode }) {
  const chosen = await cookies();
  const theme = themeOf(chosen.get(THEME_COOKIE)?.value);
  const times = timesOf(chosen.get(TIMES_COOKIE)?.value);
  const facts = { madeAt: Date.now(), origin: services().settings.appUrl.origin, times };
  return (
    <html lang="en" data-theme={theme} data-times={times}>
      <body className="bg-paper text-ink font-sans text-base antialiased">
        <FirstScript nonce={nonceOf((await headers()).get("content-security-policy"))} />
        <Providers facts={facts}>{children}</Providers>
      </body>
    </html>
  );
}

// The policy of the page, which our server has set on the request.
const nonceOf = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? "")?.[1];
