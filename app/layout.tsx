import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";

import { Providers } from "@/components/layout/providers";
import { THEME_COOKIE, themeOf } from "@/console/state/theme";

import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Tidemark", template: "%s · Tidemark" },
  description: "Filesystems for organisations, and signed webhooks of every change.",
};

export const viewport: Viewport = { colorScheme: "light dark" };

// A page made ahead of time could not carry the nonce of the request that asks for it.
export const dynamic = "force-dynamic";

/** The frame of every page. */
export default async function Layout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" data-theme={theme}>
      <body className="bg-paper text-ink font-sans text-base antialiased">
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
