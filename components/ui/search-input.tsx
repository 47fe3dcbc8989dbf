"use client";

import { useEffect, useRef } from "react";

import { Input } from "./input";

type Props = {
  label: string;
  placeholder: string;
  className?: string;
  value: string;
  onChange: (value: string) => void;
};

/** A field that narrows a list. It holds what is typed by itself: `value` may follow as late as the list takes. */
export function SearchInput({ label, value, onChange, ...props }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { current } = field;
    // Changed elsewhere on the page; nobody's letters are taken from under their hands.
    if (current !== null && current !== document.activeElement) current.value = value;
  }, [value]);
  return (
    <Input
      {...props}
      ref={field}
      type="search"
      aria-label={label}
      defaultValue={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
