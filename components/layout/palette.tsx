"use client";

import { useInfiniteQuery, useMutation, useQueries, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";

import { Failure } from "@/components/forms/failure";
import { chooseTheme } from "@/components/ui/choose-theme";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { isComposing } from "@/components/ui/is-composing";
import { useSettled } from "@/components/ui/use-settled";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { namedFilesystemsQuery, newestOf } from "@/console/queries/filesystems";
import { meQuery } from "@/console/queries/me";
import { membersQuery } from "@/console/queries/members";
import { allWebhooksQuery, deliveryByIdQuery } from "@/console/queries/organisation-webhooks";
import { searchHitsQuery } from "@/console/queries/search";
import { commandsOf, matching, messageIdIn, type PaletteAction } from "@/console/state/palette";
import { text } from "@/console/text/palette";

import { Choices } from "./palette-choices";
import { signOutAndLeave } from "./sign-out";
import { useTypedPath } from "./use-typed-path";

const MAX_SHOWN = 50;
const MIN_SEARCHED = 2;

type Props = { orgId: string; isSupport: boolean; onClose: () => void };

/** Finds any page, filesystem, webhook, member, key or action of the organisation by a few letters, or searches files. */
export function Palette({ orgId, isSupport, onClose }: Props) {
  const router = useRouter();
  const { data: me } = useQuery(meQuery);
  const { data: filesystems = [] } = useQuery(namedFilesystemsQuery(orgId));
  const webhooks = useInfiniteQuery(allWebhooksQuery(orgId)).data?.pages.flat() ?? [];
  const { data: members = [] } = useQuery(membersQuery(orgId));
  const role = me?.organisations.find(({ id }) => id === orgId)?.role;
  const isAdmin = role === "owner" || role === "admin";
  const { data: keys = [] } = useQuery({ ...apiKeysQuery(orgId), enabled: isAdmin });
  const [typed, setTyped] = useState("");
  const messageId = messageIdIn(typed);
  const { data: messages = [] } = useQuery({
    ...deliveryByIdQuery(orgId, messageId ?? ""),
    enabled: messageId !== null,
  });
  const settled = useSettled(typed.trim());
  const hits = useQueries({
    queries: newestOf(filesystems).map((filesystem) => ({
      ...searchHitsQuery({ org_id: orgId, fs_id: filesystem.id }, settled),
      enabled: settled.length >= MIN_SEARCHED && messageId === null,
      select: ({ entries }: { entries: readonly { path: string; type: string }[] }) =>
        entries.map(({ path, type }) => ({ filesystem, path, type })),
    })),
    combine: (results) => results.flatMap(({ data = [] }) => data),
  });
  const location = useTypedPath(orgId, settled);
  const signingOut = useMutation({ mutationFn: signOutAndLeave });
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const commands = commandsOf({
    orgId,
    isAdmin,
    canWrite: role !== "viewer",
    isSupport,
    filesystems,
    webhooks,
    members,
    keys,
    messages,
    hits,
    location,
    typed,
  });
  const shown = matching(commands, typed).slice(0, MAX_SHOWN);
  // A search of what was typed is always offered.
  const hasFound = shown.some(({ icon }) => icon !== "search");
  const kinds = [...new Set(shown.map(({ kind }) => kind))];
  const hasChosen = useRef(false);
  // The work goes on in the page that opens.
  useEffect(
    () => () => {
      if (hasChosen.current) document.getElementById("content")?.focus({ preventScroll: true });
    },
    [],
  );
  const leave = () => {
    hasChosen.current = true;
    onClose();
  };
  const openFirst = () => {
    const [first] = shown;
    if (first === undefined) return;
    if (first.action !== undefined) return act(first.action);
    leave();
    router.push(first.href);
  };
  const act = (action: PaletteAction) => {
    if (action !== "sign-out") {
      chooseTheme(action);
      leave();
    } else if (!signingOut.isPending) signingOut.mutate();
  };
  // Arrow keys move from the input through the list and back.
  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [
      input.current,
      ...(list.current?.querySelectorAll<HTMLElement>("a, button") ?? []),
    ];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops.at((at + step) % stops.length)?.focus();
  };
  const pressKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Enter") openFirst();
    else moveFocus(event);
  };
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Failure error={signingOut.error} />
      <Input
        ref={input}
        type="search"
        aria-label={text.search}
        placeholder={text.searchHint}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={pressKey}
      />
      <ul
        ref={list}
        aria-label={text.results}
        className="-mx-2 h-[min(26rem,55dvh)] overflow-y-auto"
      >
        {!hasFound && <li className="text-muted px-2.5 py-1.5">{text.noResults}</li>}
        {kinds.map((kind) => (
          <Choices
            key={kind}
            kind={kind}
            shown={shown}
            onLeave={leave}
            onAct={act}
            onKeyDown={moveFocus}
          />
        ))}
      </ul>
      <output className="sr-only">{hasFound ? text.found(shown.length) : text.noResults}</output>
    </Dialog>
  );
}
