import { Tokens } from "@/components/ui/tokens";
import { useTokens } from "@/components/ui/use-tokens";
import type { Language } from "@/console/state/languages";
import { previewText } from "@/console/text/preview";

/** Code with the numbers of its lines, in colours once they are known. */
export function CodeView({ text, language }: { text: string; language: Language }) {
  const tokens = useTokens(text, language);
  const lines = text.replace(/\n$/, "").split("\n").length;
  return (
    <section
      aria-label={previewText.contents}
      aria-busy={tokens === undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="border-line bg-well rounded-control min-h-0 flex-1 overflow-auto border font-mono text-xs"
    >
      <div className="flex min-h-full w-max min-w-full">
        <pre
          aria-hidden
          className="text-muted border-line bg-well sticky left-0 border-r px-3 py-3 text-right select-none"
        >
          {Array.from({ length: lines }, (_, n) => n + 1).join("\n")}
        </pre>
        <pre className="p-3">
          <code>{tokens ? <Tokens tokens={tokens} /> : text}</code>
        </pre>
      </div>
    </section>
  );
}
