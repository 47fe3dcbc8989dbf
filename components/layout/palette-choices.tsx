"use client";

import {
  ArrowRight,
  BookOpen,
  File,
  Folder,
  Key,
  Search,
  Send,
  User,
  Webhook,
  Zap,
} from "lucide-react";
import type { KeyboardEvent } from "react";

import { Link } from "@/components/ui/link";
import type { Command, PaletteAction } from "@/console/state/palette";
import { text } from "@/console/text/palette";

const ICONS: Readonly<Record<string, typeof File>> = {
  folder: Folder,
  search: Search,
  [text.page]: ArrowRight,
  [text.action]: Zap,
  [text.filesystem]: Folder,
  [text.webhook]: Webhook,
  [text.message]: Send,
  [text.member]: User,
  [text.key]: Key,
  [text.file]: File,
  [text.docs]: BookOpen,
};

type Props = {
  kind: string;
  /** The commands of all kinds, of which Enter opens the first. */
  shown: readonly Command[];
  onLeave: () => void;
  onAct: (action: PaletteAction) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The commands of a kind, below its name. */
export function Choices({ kind, shown, ...rest }: Props) {
  return (
    <li>
      <p className="text-muted px-2.5 pt-2 pb-1 text-xs font-semibold">{kind}</p>
      <ul aria-label={kind}>
        {shown
          .filter((command) => command.kind === kind)
          .map((command) => (
            <li key={`${command.href} ${command.name}`}>
              <Choice command={command} isFirst={command === shown[0]} {...rest} />
            </li>
          ))}
      </ul>
    </li>
  );
}

type ChoiceProps = Omit<Props, "kind" | "shown"> & { command: Command; isFirst: boolean };

function Choice({ command, isFirst, onLeave, onAct, onKeyDown }: ChoiceProps) {
  const { name, detail, kind, icon, href, action } = command;
  const Icon = ICONS[icon ?? kind] ?? ArrowRight;
  const shared = {
    className: `focus:bg-tide-soft focus:text-tide hover:bg-well rounded-control flex w-full items-center gap-2.5 px-2.5 py-1.5 text-left -outline-offset-2 ${isFirst ? "bg-well" : ""}`,
    onKeyDown,
  };
  const label = (
    <>
      <Icon aria-hidden className="text-muted size-4 shrink-0" />
      <span className="min-w-0 max-sm:wrap-anywhere sm:truncate">{name}</span>
      {detail !== undefined && (
        <span className="text-muted min-w-0 shrink-[9] truncate text-sm">{detail}</span>
      )}
    </>
  );
  if (action !== undefined)
    return (
      <button type="button" {...shared} onClick={() => onAct(action)}>
        {label}
      </button>
    );
  return (
    <Link href={href} {...shared} onClick={onLeave}>
      {label}
    </Link>
  );
}
