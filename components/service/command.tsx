/** A command to copy into a shell. */
export function Command({ children }: { children: string }) {
  return (
    <pre className="border-line bg-paper overflow-x-auto rounded-md border px-4 py-3 text-[13px] leading-6">
      <code>{children}</code>
    </pre>
  );
}
