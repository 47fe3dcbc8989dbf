import { type ReactNode, useId } from "react";

import { cn } from "./cn";

type Props = {
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  /** Shown to the right of the title, such as a button. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A titled section of a page. */
export function Card({ title, description, action, className, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn("border-line bg-sheet rounded-card border", className)}
    >
      <header className="border-line flex items-start justify-between gap-4 border-b px-5 py-3.5">
        <div className="flex flex-col gap-0.5">
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          {description && <p className="text-muted text-sm">{description}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
