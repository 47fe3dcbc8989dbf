// The first letters of the first and the last word, as people write their initials.
const initialsOf = (name: string) => {
  const words = name.trim().split(/\s+/);
  return [words[0], ...words.slice(1).slice(-1)]
    .map((word = "") => /^./u.exec(word)?.[0] ?? "")
    .join("")
    .toUpperCase();
};

/** The initials of a user beside their name. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="bg-tide-soft text-tide grid size-8 shrink-0 place-items-center rounded-full text-xs font-semibold"
    >
      {initialsOf(name)}
    </span>
  );
}
