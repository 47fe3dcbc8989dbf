"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { text } from "@/console/text/account";

type Props = { codes: readonly string[]; onClose: () => void };

/** Shows recovery codes once. */
export function RecoveryCodes({ codes, onClose }: Props) {
  return (
    <Dialog isSticky title={text.codesTitle} description={text.codesHint} onClose={onClose}>
      <ul className="border-line bg-well rounded-control grid grid-cols-1 gap-x-6 gap-y-1 border p-3 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-2">
        <CopyButton text={codes.join("\n")} label={text.copyCodes} />
        <Button onClick={onClose}>{text.codesSaved}</Button>
      </div>
    </Dialog>
  );
}
