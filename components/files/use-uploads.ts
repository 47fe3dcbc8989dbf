"use client";

import { useRef, useState } from "react";

import { toast } from "@/components/ui/toasts";
import { type Entry, fileUrl, nestedFileUrl } from "@/console/queries/entries";
import { upload } from "@/console/queries/upload";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { childOf } from "@/console/state/paths";
import { uploadText } from "@/console/text/files";
import { RequestError } from "@/lib/api-client/request";

import type { LocalFile } from "./dropped-files";

export type Upload = {
  id: number;
  path: string;
  /** 0 to 1. */
  share: number;
  /** `exists`: a file with this name exists; the user chooses whether to replace it. */
  state: "waiting" | "sending" | "exists" | "failed";
  error: Error | null;
};

/** Uploads into the filesystem, sent one after the other. */
export type UploadList = {
  list: readonly Upload[];
  add: (directory: string, files: readonly LocalFile[]) => void;
  /** Sends a file again and replaces the existing one. */
  replace: (id: number) => void;
  /** Cancels an upload, or dismisses one that failed. */
  cancel: (id: number) => void;
};

type Job = { url: string; file: File; abort: AbortController };

const alreadyExists = (error: unknown) =>
  error instanceof RequestError && error.code === "precondition_failed";

/** Uploads files one after the other; `onDone` is called with each. Existing files are only replaced on request. */
export function useUploads(params: FilesystemIds, onDone: (entry: Entry) => void): UploadList {
  const [list, setList] = useState<readonly Upload[]>([]);
  const jobs = useRef(new Map<number, Job>());
  const queue = useRef<Promise<void>>(Promise.resolve());
  const counts = useRef({ ids: 0, turns: 0, done: 0 });
  const update = (id: number, changes: Partial<Upload>) =>
    setList((all) => all.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)));
  const remove = (id: number) => {
    jobs.current.delete(id);
    setList((all) => all.filter((entry) => entry.id !== id));
  };
  const send = async (id: number, replace: boolean) => {
    const job = jobs.current.get(id);
    if (job === undefined) return;
    const { signal } = job.abort;
    update(id, { state: "sending" });
    const onProgress = (share: number) => update(id, { share });
    try {
      onDone(await upload(job.url, job.file, { signal, replace, onProgress }));
      counts.current.done++;
      remove(id);
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) return;
      update(id, alreadyExists(error) ? { state: "exists", share: 0 } : { state: "failed", error });
    }
  };
  const enqueue = (id: number, replace: boolean) => {
    const before = queue.current;
    const turn = ++counts.current.turns;
    const run = async () => {
      await before;
      await send(id, replace);
      if (turn !== counts.current.turns || counts.current.done === 0) return;
      toast(uploadText.done(counts.current.done));
      counts.current.done = 0;
    };
    queue.current = run();
  };
  return {
    list,
    add(directory, files) {
      for (const { file, path: below } of files) {
        const id = ++counts.current.ids;
        const path = childOf(directory, below);
        const url = (below.includes("/") ? nestedFileUrl : fileUrl)(params, path);
        jobs.current.set(id, { url, file, abort: new AbortController() });
        setList((all) => [...all, { id, path, share: 0, state: "waiting", error: null }]);
        enqueue(id, false);
      }
    },
    replace(id) {
      update(id, { state: "waiting" });
      enqueue(id, true);
    },
    cancel(id) {
      jobs.current.get(id)?.abort.abort();
      remove(id);
    },
  };
}
