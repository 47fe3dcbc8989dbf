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

/** A search field for a list. It is uncontrolled, so typing stays fast even when `value` updates late. */
export function SearchInput({ label, value, onChange, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { current } = input;
    // Only for changes from elsewhere: never overwrite what is being typed.
    if (current !== null && current !== document.activeElement) current.value = value;
  }, [value]);
  return (
    <Input
      {...props}
      ref={input}
      type="search"
      aria-label={label}
      defaultValue={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
