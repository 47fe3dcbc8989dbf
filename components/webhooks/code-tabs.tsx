"use client";

import { useState } from "react";

import { Command } from "@/components/service/command";
import { CopyButton } from "@/components/ui/copy-button";
import { Select } from "@/components/ui/select";
import { text } from "@/console/text/verify";
import { snippetsFor } from "@/console/webhook-tools/snippets";

/** Code that verifies this webhook's messages, in a language to choose. */
export function CodeTabs({ webhook }: { webhook: { id: string; url: string } }) {
  const [chosen, setChosen] = useState("Node");
  const snippets = snippetsFor(webhook);
  const code = snippets.find(({ name }) => name === chosen)?.code ?? "";
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Select
          label={text.language}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          {snippets.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <CopyButton text={code} label={text.copyCode} />
      </div>
      <Command>{code}</Command>
    </div>
  );
}
