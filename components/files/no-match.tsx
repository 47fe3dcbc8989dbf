import { text } from "@/console/text/files";

type Props = {
  query: string;
  /** Looks below the directory as well; null: that is done already. */
  onBelow: (() => void) | null;
};

/** What a list says if no names contain a text. */
export const NoMatch = ({ query, onBelow }: Props) => (
  <>
    {text.noMatch(query)}
    {onBelow && (
      <button
        type="button"
        className="text-tide rounded-control font-medium hover:underline"
        onClick={onBelow}
      >
        {text.searchBelow}
      </button>
    )}
  </>
);
