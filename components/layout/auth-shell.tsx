import type { ReactNode } from "react";

import { PlainLink } from "@/components/ui/plain-link";
import { text } from "@/console/text/layout";
import { text as service } from "@/console/text/service";

import { Logo } from "./brand/logo";
import { Tide } from "./brand/tide";

type Props = {
  title: string;
  description?: ReactNode;
  /** Moves the focus to the title, because the content changed without a page load. */
  isNext?: boolean;
  children: ReactNode;
};

/** The layout of a page with a single task: sign in, accept an invitation, approve a device. */
export function AuthShell({ title, description, isNext = false, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col px-4 sm:px-6">
      <Tide />
      <header className="mx-auto flex w-full max-w-5xl items-center py-5">
        <Logo />
      </header>
      <main className="flex flex-1 flex-col items-center justify-center py-6">
        <div className="border-line bg-sheet rounded-card shadow-card flex w-full max-w-[25rem] flex-col gap-6 border p-6 sm:p-8">
          <div className="flex flex-col gap-1.5">
            <h1
              key={title}
              ref={isNext ? (heading) => heading?.focus() : undefined}
              tabIndex={-1}
              className="text-xl font-semibold tracking-tight"
            >
              {title}
            </h1>
            {description && <p className="text-muted wrap-anywhere">{description}</p>}
          </div>
          {children}
        </div>
      </main>
      <footer className="text-muted mx-auto flex w-full max-w-5xl justify-center gap-5 py-5 text-sm">
        <PlainLink className="hover:text-ink" href="/docs">
          {text.documentation}
        </PlainLink>
        <PlainLink className="hover:text-ink" href="/status">
          {service.status}
        </PlainLink>
      </footer>
    </div>
  );
}
