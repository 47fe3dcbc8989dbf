"use client";

import { useSearchText } from "@/components/layout/use-address";
import { CodeBlock } from "@/components/ui/code-block";
import { ViewSwitch } from "@/components/ui/view-switch";
import type { OperationCode } from "@/console/state/operation-code";
import { text } from "@/console/text/docs";

const LANGUAGES = ["curl", "JavaScript", "Python"] as const;

/** The code of a request, in a language that is chosen for all of the page. */
export function RequestCode({ code }: { code: OperationCode }) {
  const [asked, setAsked] = useSearchText("language");
  const language = LANGUAGES.find((name) => name === asked) ?? "curl";
  return (
    <>
      <ViewSwitch
        label={text.language}
        views={LANGUAGES}
        names={{ curl: "curl", JavaScript: "JavaScript", Python: "Python" }}
        value={language}
        onChange={(name) => setAsked(name === "curl" ? "" : name)}
      />
      <CodeBlock code={code[language]} />
    </>
  );
}
