"use client";

import { Dialog } from "@/components/ui/dialog";
import { text } from "@/console/text/shortcuts";

/** The keys that the console understands. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={text.title} onClose={onClose}>
      <div className="flex max-h-[70dvh] flex-col gap-5 overflow-y-auto">
        {text.groups.map(({ name, keys }) => (
          <section key={name} aria-label={name}>
            <h3 className="text-muted mb-1 text-sm font-medium">{name}</h3>
            <dl>
              {keys.map((shortcut) => (
                <div
                  key={shortcut.does}
                  className="flex items-baseline justify-between gap-4 py-1 text-sm"
                >
                  <dd>{shortcut.does}</dd>
                  <dt className="flex shrink-0 gap-1">
                    {shortcut.keys.map((key) => (
                      <kbd
                        key={key}
                        className="border-line bg-well rounded-control border px-1.5 font-sans text-xs"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dt>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
