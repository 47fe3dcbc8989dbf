/** A horizontal line with a word on it, such as "or". */
export function Separator({ children }: { children: string }) {
  return (
    <div className="text-muted before:bg-line after:bg-line flex items-center gap-3 text-sm before:h-px before:flex-1 after:h-px after:flex-1">
      {children}
    </div>
  );
}
