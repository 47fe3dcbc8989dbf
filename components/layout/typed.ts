const fields = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Notes fields of forms that the user types into, until the signal. */
export const watchTyping = (signal: AbortSignal): void =>
  document.addEventListener("input", note, { signal });

function note({ target }: Event): void {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  for (const field of fields) if (!field.isConnected) fields.delete(field);
  if (isField && target.form !== null) fields.add(target);
}

/** Whether leaving the page would lose something that the user has typed. */
export const hasTyped = (): boolean =>
  [...fields].some(({ isConnected, value }) => isConnected && value !== "");
