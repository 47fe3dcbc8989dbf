import { ChevronRight } from "lucide-react";

import { nameOf, trailOf } from "@/console/state/paths";
import { text } from "@/console/text/files";

import { dropTarget } from "./dragged-entries";

type Props = {
  path: string;
  onChange: (path: string) => void;
  /** Moves entries that are dropped on a directory into it. */
  onDrop?: (paths: readonly string[], directory: string) => void;
};

/** Breadcrumbs from the root to the current directory. */
export function PathTrail({ path, onChange, onDrop }: Props) {
  const trail = trailOf(path);
  return (
    <nav aria-label={text.path} className={trail.length === 1 ? "max-sm:hidden" : undefined}>
      <ol className="flex flex-wrap items-center gap-1">
        {trail.map((directory, i) => (
          <li
            key={directory}
            className="rounded-control data-drop:bg-tide-soft flex min-w-0 items-center gap-1"
            {...(onDrop && directory !== path && dropTarget((paths) => onDrop(paths, directory)))}
          >
            {i > 0 && <ChevronRight aria-hidden className="text-muted size-3.5 shrink-0" />}
            <button
              type="button"
              aria-current={i === trail.length - 1 ? "location" : undefined}
              className="hover:text-tide aria-[current]:text-ink text-muted rounded-control truncate font-mono text-sm aria-[current]:font-semibold"
              onClick={() => onChange(directory)}
            >
              {directory === "/" ? text.root : nameOf(directory)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
