import type { KeyboardEvent } from "react";

/** Whether a key chooses what an input method writes. Safari ends the composition before it reports that key, as 229. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229;
