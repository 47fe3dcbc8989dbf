"use client";

import { useState } from "react";

import { Command } from "@/components/service/command";
import { CopyButton } from "@/components/ui/copy-button";
import { Tokens } from "@/components/ui/tokens";
import { useTokens } from "@/components/ui/use-tokens";
import { ViewSwitch } from "@/components/ui/view-switch";
import { text } from "@/console/text/verify";
import { snippetsFor } from "@/console/webhook-tools/snippets";

/** Code that verifies this webhook's messages, in a language to choose. */
export function CodeTabs({ webhook }: { webhook: { id: string; url: string } }) {
  const [chosen, setChosen] = useState("Node");
  const snippets = snippetsFor(webhook);
  const { code = "", language = "bash" } = snippets.find(({ name }) => name === chosen) ?? {};
  const tokens = useTokens(code, language);
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ViewSwitch
          label={text.language}
          views={snippets.map(({ name }) => name)}
          names={Object.fromEntries(snippets.map(({ name }) => [name, name]))}
          value={chosen}
          onChange={setChosen}
        />
        <CopyButton text={code} label={text.copyCode} />
      </div>
      <Command>{tokens ? <Tokens tokens={tokens} /> : code}</Command>
    </div>
  );
}
