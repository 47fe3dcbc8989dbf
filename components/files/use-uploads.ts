"use client";

import { useRef, useState } from "react";

import { fileUrl } from "@/lib/client/entries";
import { childOf } from "@/lib/client/paths";
import { upload } from "@/lib/client/upload";
import type { FilesystemIds } from "@/lib/client/webhooks";

type One = {
  id: number;
  path: string;
  /** 0 to 1. */
  share: number;
  state: "waiting" | "sending" | "failed";
  error: Error | null;
};

/** Files on their way into the filesystem, one after the other. */
export type UploadList = {
  list: readonly One[];
  add: (directory: string, files: readonly File[]) => void;
  /** Gives one up, or puts away one that failed. */
  cancel: (id: number) => void;
};

/** Sends files one after the other; `onDone` is called whenever one has arrived. One that exists is replaced. */
export function useUploads(params: FilesystemIds, onDone: () => void): UploadList {
  const [list, setList] = useState<readonly One[]>([]);
  const aborts = useRef(new Map<number, AbortController>());
  const line = useRef(Promise.resolve());
  const count = useRef(0);
  const change = (id: number, to: Partial<One>) =>
    setList((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)));
  const drop = (id: number) => setList((all) => all.filter((one) => one.id !== id));
  const send = async (id: number, path: string, file: File) => {
    const signal = aborts.current.get(id)?.signal;
    if (signal === undefined || signal.aborted) return;
    change(id, { state: "sending" });
    try {
      await upload(fileUrl(params, path), file, {
        signal,
        onProgress: (share) => change(id, { share }),
      });
      drop(id);
      onDone();
    } catch (error) {
      if (error instanceof Error && !signal.aborted) change(id, { state: "failed", error });
    }
  };
  return {
    list,
    add(directory, files) {
      for (const file of files) {
        const id = ++count.current;
        const path = childOf(directory, file.name);
        aborts.current.set(id, new AbortController());
        setList((all) => [...all, { id, path, share: 0, state: "waiting", error: null }]);
        line.current = line.current.then(() => send(id, path, file));
      }
    },
    cancel(id) {
      aborts.current.get(id)?.abort();
      aborts.current.delete(id);
      drop(id);
    },
  };
}
