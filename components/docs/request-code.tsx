"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { ViewSwitch } from "@/components/ui/view-switch";
import { CODE_LANGUAGES, type CodeLanguage } from "@/console/state/code-language";
import type { OperationCode } from "@/console/state/operation-code";
import { text } from "@/console/text/docs";

import { useCodeLanguage } from "./use-code-language";

type Props = {
  code: OperationCode;
  /** The language that the server renders. */
  rendered: CodeLanguage;
};

/** The code of a request, in a language that is chosen for the whole reference. */
export function RequestCode({ code, rendered }: Props) {
  const [language, choose] = useCodeLanguage(rendered);
  return (
    <CodeBlock
      code={code[language]}
      head={
        <ViewSwitch
          label={text.language}
          views={CODE_LANGUAGES}
          names={{ curl: "curl", JavaScript: "JavaScript", Python: "Python" }}
          value={language}
          onChange={choose}
        />
      }
    />
  );
}
