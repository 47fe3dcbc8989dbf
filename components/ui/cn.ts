/** Joins class names. Of two that set the same thing neither wins for sure: a primitive has a prop for what varies. */
export const cn = (...classes: (string | undefined)[]): string => classes.filter(Boolean).join(" ");
