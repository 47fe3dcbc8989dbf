"use client";

import { useRef, useState } from "react";

import { toast } from "@/components/ui/toasts";
import { type Entry, fileUrl } from "@/console/queries/entries";
import { upload } from "@/console/queries/upload";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { childOf } from "@/console/state/paths";
import { countOf } from "@/console/text/sizes";
import { RequestError } from "@/lib/api-client/request";

type One = {
  id: number;
  path: string;
  /** 0 to 1. */
  share: number;
  /** `taken`: something of this name is there, and nobody has said yet that it may be replaced. */
  state: "waiting" | "sending" | "taken" | "failed";
  error: Error | null;
};

/** Files on their way into the filesystem, one after the other. */
export type UploadList = {
  list: readonly One[];
  add: (directory: string, files: readonly File[]) => void;
  /** Sends one whose name is taken after all, in the place of what is there. */
  replace: (id: number) => void;
  /** Gives one up, or puts away one that failed. */
  cancel: (id: number) => void;
};

type Job = { path: string; file: File; abort: AbortController };

const isTaken = (error: unknown) =>
  error instanceof RequestError && error.code === "precondition_failed";

/** Sends files one after the other; `onDone` is told of each that has arrived. Nothing is replaced unasked. */
export function useUploads(params: FilesystemIds, onDone: (entry: Entry) => void): UploadList {
  const [list, setList] = useState<readonly One[]>([]);
  const jobs = useRef(new Map<number, Job>());
  const line = useRef<Promise<void>>(Promise.resolve());
  const tally = useRef({ ids: 0, turns: 0, arrived: 0 });
  const change = (id: number, to: Partial<One>) =>
    setList((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)));
  const drop = (id: number) => {
    jobs.current.delete(id);
    setList((all) => all.filter((one) => one.id !== id));
  };
  const send = async (id: number, replace: boolean) => {
    const job = jobs.current.get(id);
    if (job === undefined) return;
    const { signal } = job.abort;
    change(id, { state: "sending" });
    const onProgress = (share: number) => change(id, { share });
    try {
      onDone(await upload(fileUrl(params, job.path), job.file, { signal, replace, onProgress }));
      tally.current.arrived++;
      drop(id);
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) return;
      change(id, isTaken(error) ? { state: "taken", share: 0 } : { state: "failed", error });
    }
  };
  const enqueue = (id: number, replace: boolean) => {
    const before = line.current;
    const turn = ++tally.current.turns;
    const run = async () => {
      await before;
      await send(id, replace);
      if (turn !== tally.current.turns || tally.current.arrived === 0) return;
      toast(`${countOf(tally.current.arrived, "file")} uploaded`);
      tally.current.arrived = 0;
    };
    line.current = run();
  };
  return {
    list,
    add(directory, files) {
      for (const file of files) {
        const id = ++tally.current.ids;
        const path = childOf(directory, file.name);
        jobs.current.set(id, { path, file, abort: new AbortController() });
        setList((all) => [...all, { id, path, share: 0, state: "waiting", error: null }]);
        enqueue(id, false);
      }
    },
    replace(id) {
      change(id, { state: "waiting" });
      enqueue(id, true);
    },
    cancel(id) {
      jobs.current.get(id)?.abort.abort();
      drop(id);
    },
  };
}
