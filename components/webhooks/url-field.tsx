"use client";

import { Check, Circle, X } from "lucide-react";
import { use, useState } from "react";

import { Template } from "@/components/layout/template";
import { CodeBlock } from "@/components/ui/code-block";
import { Field } from "@/components/ui/field";
import { InstallCli } from "@/components/ui/install-cli";
import { Facts } from "@/components/ui/page-facts";
import { text } from "@/console/text/new-webhook";
import { checkUrl, localUrl, type UrlRule } from "@/console/webhook-tools/url-rules";

type Props = {
  fsId: string;
  initial: string;
  error: string | undefined;
  refused: string | undefined;
};

/** The URL of a new webhook, with the rules for it and whether they are kept. */
export function UrlField({ fsId, initial, error, refused }: Props) {
  const [url, setUrl] = useState(initial);
  const { origin } = use(Facts);
  const { rules, normalised } = checkUrl(url);
  // Of what has been edited since, the service has said nothing.
  const refusal = url === refused ? error : undefined;
  const local = localUrl(url);
  return (
    <div className="flex flex-col gap-2.5">
      <Field
        label={text.url}
        name="url"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        placeholder={text.urlPlaceholder}
        inputMode="url"
        required
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        error={refusal}
      />
      <ul aria-label={text.urlRules} className="grid gap-1 text-sm sm:grid-cols-2">
        {rules.map((rule) => (
          <Rule
            key={rule.name}
            rule={refusal !== undefined && rule.name === "host" ? { ...rule, ok: false } : rule}
          />
        ))}
      </ul>
      {local !== null && (
        <output className="flex flex-col gap-1.5 text-sm">
          {text.local}
          <CodeBlock code={text.listen(origin, fsId, local)} />
          <InstallCli />
        </output>
      )}
      <p className="text-muted min-h-5 text-sm wrap-anywhere">
        {normalised !== null && (
          <Template
            text={text.requestsGoTo}
            slots={{ url: <span className="text-ink font-mono">{normalised}</span> }}
          />
        )}
      </p>
    </div>
  );
}

function Rule({ rule: { name, ok } }: { rule: UrlRule }) {
  const Icon = ok === null ? Circle : ok ? Check : X;
  const tone = ok === null ? "text-muted" : ok ? "text-good" : "text-bad";
  return (
    <li className={`flex items-center gap-2 ${tone}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {text.rules[name]}
      {ok !== null && <span className="sr-only">{ok ? text.kept : text.broken}</span>}
    </li>
  );
}
