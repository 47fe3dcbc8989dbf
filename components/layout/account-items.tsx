"use client";

import { useMutation } from "@tanstack/react-query";
import { BookOpen, LifeBuoy, LogOut, UserRound } from "lucide-react";
import { useState } from "react";

import { chooseTheme, storeChoice } from "@/components/ui/choose-theme";
import { Link } from "@/components/ui/link";
import { MenuChoice, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { showTimes, useTimes } from "@/components/ui/use-times";
import { themeOf, THEMES } from "@/console/state/theme";
import { TIMES, TIMES_COOKIE, timesOf } from "@/console/state/times";
import { text } from "@/console/text/menus";

import { signOutAndLeave } from "./sign-out";

/** The items of the account menu. */
export function AccountItems({ email, isSupport }: { email: string; isSupport: boolean }) {
  const signingOut = useMutation({ mutationFn: signOutAndLeave });
  return (
    <>
      <div className="text-muted truncate px-2.5 py-1 text-sm">{email}</div>
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <TimesChoice />
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/account">
          <UserRound aria-hidden /> {text.account}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href="/docs" className="lg:hidden">
          <BookOpen aria-hidden /> {text.documentation}
        </Link>
      </MenuItem>
      {isSupport && (
        <MenuItem asChild>
          <Link href="/support">
            <LifeBuoy aria-hidden /> {text.support}
          </Link>
        </MenuItem>
      )}
      <MenuItem
        onSelect={(event) => {
          event.preventDefault();
          signingOut.mutate();
        }}
      >
        <LogOut aria-hidden /> {signingOut.isError ? text.signOutAgain : text.signOut}
      </MenuItem>
    </>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(() => themeOf(document.documentElement.dataset["theme"]));
  const choose = (value: string) => {
    const chosen = themeOf(value);
    setTheme(chosen);
    chooseTheme(chosen);
  };
  return (
    <MenuChoice
      label={text.theme}
      value={theme}
      onChange={choose}
      options={THEMES.map((value) => ({ value, name: text.themes[value] }))}
    />
  );
}

function TimesChoice() {
  return (
    <MenuChoice
      label={text.times}
      value={useTimes()}
      onChange={chooseTimes}
      options={TIMES.map((value) => ({ value, name: text.waysOfTimes[value] }))}
    />
  );
}

function chooseTimes(value: string): void {
  const chosen = timesOf(value);
  showTimes(chosen);
  storeChoice(TIMES_COOKIE, chosen);
}
