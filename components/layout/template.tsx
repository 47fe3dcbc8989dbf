import { Fragment, type ReactNode } from "react";

type Props = {
  /** A text with slots, as in "Retries in {countdown}". */
  text: string;
  /** What goes into each slot, by its name. */
  slots: Record<string, ReactNode>;
};

/** A text with elements in its slots, so that a translation may put them where its grammar needs them. */
export function Template({ text, slots }: Props) {
  return text
    .split(/\{(\w+)\}/)
    .map((part, i) => <Fragment key={i}>{i % 2 === 0 ? part : slots[part]}</Fragment>);
}
