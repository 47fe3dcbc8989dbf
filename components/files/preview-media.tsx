import { Download } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { previewText as text } from "@/console/text/preview";

type Props = { name: string; kind: "image" | "audio" | "video"; url: string };

/** An image, a sound or a video; if the browser can't decode it, that is said and it is offered as a download. */
export function Media({ name, kind, url }: Props) {
  const [isBroken, setBroken] = useState(false);
  const onError = () => setBroken(true);
  if (isBroken)
    return (
      <div className="m-auto flex max-w-md flex-col items-center gap-3 text-center">
        <p className="text-muted">{text.undecodable}</p>
        <Button asChild>
          <a href={url} download={name}>
            <Download aria-hidden /> {text.download}
          </a>
        </Button>
      </div>
    );
  if (kind === "image")
    return (
      // oxlint-disable-next-line nextjs/no-img-element -- the bytes are here already
      <img
        src={url}
        alt={name}
        className="m-auto min-h-0 max-w-full object-contain"
        onError={onError}
      />
    );
  const media = { controls: true, src: url, "aria-label": name, onError };
  if (kind === "audio")
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a file has is within it
    return <audio {...media} className="m-auto w-full" />;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a file has is within it
    <video {...media} className="m-auto min-h-0 max-w-full" />
  );
}
