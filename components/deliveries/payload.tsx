"use client";

import { useState } from "react";

import { Command } from "@/components/service/command";
import { CopyButton } from "@/components/ui/copy-button";
import { ViewSwitch } from "@/components/ui/view-switch";
import { jsonTokens } from "@/console/state/json-tokens";
import { eventsOf } from "@/console/state/message-events";
import { text } from "@/console/text/delivery";

import { PayloadEvents } from "./payload-events";

const VIEWS = ["events", "json", "raw"] as const;
const COLOURS = {
  name: "text-tide",
  text: "text-good",
  number: "text-warn",
  word: "text-bad",
  other: "",
};

type Props = {
  /** The message: what is searched for in one is not in the next. */
  id: string;
  /** The body as sent; null when it is no longer kept. */
  body: string | null;
  note: string;
};

/** The body of a message: its events in a table, as indented JSON, or as sent. */
export function Payload({ id, body, note }: Props) {
  const events = body === null ? [] : eventsOf(body);
  const [chosen, setView] = useState<(typeof VIEWS)[number]>();
  const view = chosen ?? (events.length > 0 ? "events" : "json");
  return (
    <section aria-label={text.body} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{text.body}</h3>
        {body !== null && <CopyButton text={body} label={text.copy(text.body)} />}
      </div>
      <p className="text-muted text-sm">{note}</p>
      {body === null ? (
        <p className="text-muted text-sm">{text.bodyGone}</p>
      ) : (
        <>
          <ViewSwitch
            label={text.view}
            views={VIEWS}
            names={text.views}
            value={view}
            onChange={setView}
          />
          {view === "events" && <PayloadEvents key={id} events={events} />}
          {view === "json" && <Json json={JSON.stringify(JSON.parse(body), null, 2)} />}
          {view === "raw" && <Command>{body}</Command>}
        </>
      )}
    </section>
  );
}

function Json({ json }: { json: string }) {
  return (
    <Command>
      {jsonTokens(json).map(({ kind, text: part }, i) => (
        <span key={i} className={COLOURS[kind]}>
          {part}
        </span>
      ))}
    </Command>
  );
}
