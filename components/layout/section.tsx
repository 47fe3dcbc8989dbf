import { type ReactNode, useId } from "react";

type Props = { title: string; id?: string; children: ReactNode };

/** Cards of a page that belong together, under a heading. */
export function Section({ title, id, children }: Props) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className="mt-4 flex scroll-mt-4 flex-col gap-4">
      <h2 id={heading} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
