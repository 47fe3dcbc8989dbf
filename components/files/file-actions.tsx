"use client";

import { FolderPlus, FolderUp, Upload } from "lucide-react";
import { type ComponentProps, useRef } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { LiveMark } from "@/components/webhooks/live-mark";
import type { LocalFile } from "@/console/state/send-files";
import { text } from "@/console/text/files";

type Props = {
  live: ComponentProps<typeof LiveMark>["state"];
  /** What the button for a new folder does. */
  create: ComponentProps<typeof Button>;
  onUpload: (files: readonly LocalFile[]) => void;
};

/** What can be done with a folder: a new folder in it, and uploads of files or of whole folders. */
export function FileActions({ live, create, onUpload }: Props) {
  const { canWrite } = useOrganisation();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = {
    type: "file",
    multiple: true,
    hidden: true,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      const chosen = [...(target.files ?? [])];
      onUpload(chosen.map((file) => ({ file, path: file.webkitRelativePath || file.name })));
      target.value = "";
    },
  } as const;
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:flex-nowrap">
      <div className="max-sm:flex-1">
        <LiveMark state={live} />
      </div>
      {canWrite && (
        <>
          <Button variant="secondary" className="max-sm:px-3" {...create}>
            <FolderPlus aria-hidden /> {text.newFolder}
          </Button>
          {/* Phones choose files only. */}
          <Button
            variant="secondary"
            className="max-sm:hidden"
            onClick={() => folder.current?.click()}
          >
            <FolderUp aria-hidden /> {text.uploadFolder}
          </Button>
          <Button className="max-sm:px-3" onClick={() => files.current?.click()}>
            <Upload aria-hidden /> {text.upload}
          </Button>
          <input ref={files} aria-label={text.filesToUpload} {...choose} />
          <input
            ref={folder}
            aria-label={text.folderToUpload}
            {...choose}
            {...{ webkitdirectory: "" }}
          />
        </>
      )}
    </div>
  );
}
