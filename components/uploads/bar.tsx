/** How much of something is sent. */
export function Bar({ label, share }: { label: string; share: number }) {
  return (
    <progress
      aria-label={label}
      value={share}
      className="[&::-moz-progress-bar]:bg-tide [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-tide bg-line h-1.5 w-full appearance-none overflow-hidden rounded-full [&::-webkit-progress-bar]:rounded-full"
    />
  );
}
