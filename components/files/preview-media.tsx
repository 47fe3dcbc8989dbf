type Props = { name: string; kind: "image" | "audio" | "video"; url: string };

/** An image, a sound or a video. */
export function Media({ name, kind, url }: Props) {
  if (kind === "image")
    return (
      // oxlint-disable-next-line nextjs/no-img-element -- the bytes are here already
      <img src={url} alt={name} className="m-auto min-h-0 max-w-full object-contain" />
    );
  if (kind === "audio")
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a file has is within it
    return <audio controls src={url} aria-label={name} className="m-auto w-full" />;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a file has is within it
    <video controls src={url} aria-label={name} className="m-auto min-h-0 max-w-full" />
  );
}
