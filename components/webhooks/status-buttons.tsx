import { text } from "@/console/text/webhook-list";
import { text as shared } from "@/console/text/webhooks";

type Kind = keyof typeof shared.statuses;
type Props<K extends Kind> = {
  /** The statuses to choose from and their numbers; undefined is all of them. */
  options: readonly { kind: K | undefined; count: number }[];
  chosen: K | undefined;
  onChoose: (kind: K | undefined) => void;
};

/** Narrows a list of webhooks to one status. */
export function StatusButtons<K extends Kind>({ options, chosen, onChoose }: Props<K>) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{text.status}</legend>
      {options.map(({ kind, count }) => (
        <button
          key={kind ?? "all"}
          type="button"
          aria-pressed={chosen === kind}
          onClick={() => onChoose(kind)}
          className="text-muted hover:text-ink aria-pressed:bg-tide-soft aria-pressed:text-tide rounded-control px-2 py-0.5 text-sm font-medium"
        >
          {kind === undefined ? text.all : shared.statuses[kind]}{" "}
          <span className="font-normal tabular-nums">{count}</span>
        </button>
      ))}
    </fieldset>
  );
}
