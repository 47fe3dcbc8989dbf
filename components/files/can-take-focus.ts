/** Whether a dialog has the focus, which stays in it while it is open. */
export const isInDialog = (): boolean =>
  document.activeElement?.closest("[role=dialog]") instanceof Element;

/** Whether a list may take the focus: not from someone who types. */
export const canTakeFocus = (): boolean =>
  document.activeElement?.matches("input:not([type=checkbox]), textarea") !== true;
