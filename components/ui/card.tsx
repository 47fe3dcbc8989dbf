import { type ReactNode, useId } from "react";

import { cn } from "./cn";

type Props = {
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  /** Shown to the right of the title, such as a button. */
  action?: ReactNode;
  /** The level of its heading: 3 in a section of the page. */
  level?: 2 | 3;
  /** For what destroys what the user has. */
  isDangerous?: boolean;
  className?: string;
  children: ReactNode;
};

/** A titled section of a page. */
export function Card(props: Props) {
  const { title, description, action, level = 2, isDangerous = false, className, children } = props;
  const Heading = `h${level}` as const;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn(
        "bg-sheet rounded-card border",
        isDangerous ? "border-bad" : "border-line",
        className,
      )}
    >
      <header className="border-line flex items-start justify-between gap-4 border-b px-5 py-3.5">
        <div className="flex flex-col gap-0.5">
          <Heading id={id} className="text-base font-semibold">
            {title}
          </Heading>
          {description && <p className="text-muted text-sm">{description}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
