/** Joins class names. It resolves no conflicts, so components take a prop for what varies. */
export const cn = (...classes: (string | undefined)[]): string => classes.filter(Boolean).join(" ");
