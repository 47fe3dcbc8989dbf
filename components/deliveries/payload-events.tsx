import { useState } from "react";

import { SearchInput } from "@/components/ui/search-input";
import type { MessageEvent } from "@/console/state/message-events";
import { text } from "@/console/text/delivery";
import { sizeOf } from "@/lib/contract/size-of";

// Fewer are read faster than a search is typed.
const FILTERED = 10;
const TONES = { created: "text-good", updated: "text-tide", deleted: "text-bad" };

/** The events of a message in the order in which they apply. */
export function PayloadEvents({ events }: { events: readonly MessageEvent[] }) {
  const [search, setSearch] = useState("");
  const shown = events.filter(({ path }) => path.toLowerCase().includes(search.toLowerCase()));
  if (events.length === 0) return <p className="text-muted text-sm">{text.noEvents}</p>;
  return (
    <div className="flex flex-col gap-2">
      {events.length > FILTERED && (
        <SearchInput
          label={text.searchEvents}
          placeholder={text.searchEvents}
          value={search}
          onChange={setSearch}
        />
      )}
      <div className="border-line rounded-control overflow-hidden border">
        <table className="w-full text-left text-sm">
          <thead className="bg-well text-muted">
            <tr>
              {text.columns.map((name) => (
                <th key={name} className="px-3 py-1.5 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-line divide-y">
            {shown.map(({ type, path, file }, i) => (
              <tr key={i}>
                <td className={`px-3 py-1.5 ${TONES[type]}`}>{type}</td>
                <td className="px-3 py-1.5 font-mono text-xs break-all">{path}</td>
                <td className="text-muted px-3 py-1.5 whitespace-nowrap tabular-nums">
                  {file?.type === "file" ? sizeOf(file.size) : file?.type}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
