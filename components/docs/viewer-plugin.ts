import type { ComponentType, createElement, ReactNode } from "react";

import { text } from "@/console/text/docs";

type System = { React: { createElement: typeof createElement } };
type Props = { children?: ReactNode; text?: string };

/**
 * Fixes accessibility problems of the viewer: an operation's line is one button, so the path in it becomes plain text
 * (pressing the line still sets the fragment), the filter gets a landmark, and its title goes.
 */
export function accessible() {
  return {
    wrapComponents: {
      // The page has a title already.
      InfoContainer: () => () => null,
      DeepLink:
        (_: ComponentType, { React }: System) =>
        ({ text: path }: Props) =>
          React.createElement("span", null, path),
      FilterContainer:
        (Original: ComponentType<Props>, { React }: System) =>
        (props: Props) =>
          React.createElement(
            "section",
            { "aria-label": text.filter },
            React.createElement("h2", { className: "sr-only" }, text.operations),
            React.createElement(Original, props),
          ),
    },
  };
}
