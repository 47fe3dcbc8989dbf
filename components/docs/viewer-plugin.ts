import type { ComponentType, createElement, ReactNode } from "react";

type System = { React: { createElement: typeof createElement } };
type Props = { children?: ReactNode; text?: string };

/**
 * What keeps the viewer from being used by everybody, mended where it draws: an operation's line is one button, so the
 * path in it is text and no link besides (pressing the line still sets the fragment), and the filter has a landmark.
 */
export function accessible() {
  return {
    wrapComponents: {
      DeepLink:
        (_: ComponentType, { React }: System) =>
        ({ text }: Props) =>
          React.createElement("span", null, text),
      FilterContainer:
        (Original: ComponentType<Props>, { React }: System) =>
        (props: Props) =>
          React.createElement(
            "section",
            { "aria-label": "Filter" },
            React.createElement("h2", { className: "sr-only" }, "Operations to try"),
            React.createElement(Original, props),
          ),
    },
  };
}
