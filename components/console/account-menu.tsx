"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ChevronsUpDown, LogOut, UserRound } from "lucide-react";
import Link from "next/link";
import { useState } from "react";

import { Menu, MenuChoice, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { meQuery } from "@/lib/client/account";
import { signOut } from "@/lib/client/session";
import { THEME_COOKIE, themeOf, THEMES } from "@/lib/client/theme";

const NAMES = { system: "As the device", light: "Light", dark: "Dark" };
const YEAR_S = 365 * 24 * 60 * 60;

/** Who is signed in, how the console looks to them, their account and the way out. */
export function AccountMenu() {
  const { data: me } = useQuery(meQuery);
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => window.location.assign("/sign-in"),
  });
  const name = me?.name ?? "";
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="hover:bg-well rounded-control flex min-w-0 items-center gap-2 px-2 py-1.5 text-left"
        >
          <span
            aria-hidden
            className="bg-tide-soft text-tide grid size-7 shrink-0 place-items-center rounded-full text-xs font-semibold uppercase"
          >
            {name.slice(0, 1)}
          </span>
          <span className="sr-only">Account of </span>
          <span className="sr-only min-w-0 flex-1 truncate text-sm font-medium lg:not-sr-only">
            {name}
          </span>
          <ChevronsUpDown aria-hidden className="text-muted hidden size-3.5 shrink-0 lg:block" />
        </button>
      }
    >
      <div className="text-muted truncate px-2.5 py-1 text-sm">{me?.email}</div>
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/account">
          <UserRound aria-hidden /> Account
        </Link>
      </MenuItem>
      <MenuItem
        onSelect={(event) => {
          event.preventDefault();
          leave.mutate();
        }}
      >
        <LogOut aria-hidden /> {leave.isError ? "Try again to sign out" : "Sign out"}
      </MenuItem>
    </Menu>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(() => themeOf(document.documentElement.dataset["theme"]));
  const choose = (value: string) => {
    const chosen = themeOf(value);
    setTheme(chosen);
    document.documentElement.dataset["theme"] = chosen;
    const secure = window.location.protocol === "https:" ? "; secure" : "";
    document.cookie = `${THEME_COOKIE}=${chosen}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
  };
  return (
    <MenuChoice
      label="Theme"
      value={theme}
      onChange={choose}
      options={THEMES.map((value) => ({ value, name: NAMES[value] }))}
    />
  );
}
