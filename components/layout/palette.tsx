"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useRef, useState } from "react";

import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { filesystemsQuery } from "@/console/queries/filesystems";
import { meQuery } from "@/console/queries/me";
import { webhooksQuery } from "@/console/queries/webhooks";
import { commandsOf, matching } from "@/console/state/palette";

// Each asks for its webhooks once; more than anybody types their way to.
const MOST_FILESYSTEMS = 25;
const MOST_SHOWN = 50;

type Props = { orgId: string; isSupport: boolean; onClose: () => void };

/** Leads by a few letters to any page, filesystem or webhook of the organisation, or to what can be begun in it. */
export function Palette({ orgId, isSupport, onClose }: Props) {
  const router = useRouter();
  const { data: me } = useQuery(meQuery);
  const { data: filesystems = [] } = useQuery(filesystemsQuery(orgId));
  const webhooks = useQueries({
    queries: filesystems
      .slice(0, MOST_FILESYSTEMS)
      .map(({ id }) => webhooksQuery({ org_id: orgId, fs_id: id })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const role = me?.organisations.find(({ id }) => id === orgId)?.role;
  const isAdmin = role === "owner" || role === "admin";
  const [typed, setTyped] = useState("");
  const text = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const commands = commandsOf({ orgId, isAdmin, isSupport, filesystems, webhooks });
  const shown = matching(commands, typed).slice(0, MOST_SHOWN);
  const follow = () => {
    const [first] = shown;
    if (first === undefined) return;
    onClose();
    router.push(first.href);
  };
  // From the text into the list, through it, and back into the text.
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [text.current, ...(list.current?.querySelectorAll("a") ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops.at((at + step) % stops.length)?.focus();
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <Input
        ref={text}
        type="search"
        aria-label="Page, filesystem, webhook or action"
        placeholder="Page, filesystem, webhook or action"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => (event.key === "Enter" ? follow() : press(event))}
      />
      <ul ref={list} aria-label="Found" className="-mx-2 h-80 overflow-y-auto">
        {shown.map((command, i) => (
          <li key={`${command.href} ${command.name}`}>
            <Link
              href={command.href}
              className={`focus:bg-tide-soft focus:text-tide hover:bg-well rounded-control flex items-baseline gap-3 px-2.5 py-1.5 -outline-offset-2 ${i === 0 ? "bg-well" : ""}`}
              onClick={onClose}
              onKeyDown={press}
            >
              <span className="min-w-0 flex-1 truncate">{command.name}</span>
              <span className="text-muted text-xs">{command.kind}</span>
            </Link>
          </li>
        ))}
        {shown.length === 0 && <li className="text-muted px-2.5 py-1.5">Nothing is called so.</li>}
      </ul>
      <output className="sr-only">
        {shown.length === 0 ? "Nothing found" : `${shown.length} found`}
      </output>
    </Dialog>
  );
}
