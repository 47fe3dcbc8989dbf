/** A text in which what stands between backticks is code. */
export function WithCode({ children }: { children: string }) {
  return children.split("`").map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <code key={i} className="font-mono text-[0.9em]">
        {part}
      </code>
    ),
  );
}
