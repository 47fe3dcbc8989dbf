import type { ServerChannel } from "ssh2";

import { onBehalfOf } from "@/lib/concurrency/on-behalf-of";
import { log } from "@/lib/log";

import { actOn } from "./act-on";
import { failureReply, hasLostAccess } from "./failure";
import { createFlow, type Flow } from "./flow";
import { createHandles, type Handle } from "./handles";
import { LIMITS } from "./limits";
import { pace } from "./pace";
import { EXTENSIONS } from "./requests/extended";
import type { Io } from "./requests/job";
import { readJob } from "./requests/read-job";
import type { Session } from "./session";
import { dropStage } from "./stage";
import { REPLY, REQUEST, VERSION } from "./wire/protocol";
import { createReader } from "./wire/reader";
import { framed, type Reply, text, u32 } from "./wire/reply";
import { createSplitter, PacketSizeError } from "./wire/splitter";

/** The connection of a channel; its channels share its count of handles. */
export type Carrier = {
  open: { handles: number };
  left: AbortSignal;
  /** Whether the client does not read what was sent to it; `wake` is called when that has ended. */
  isCongested(): boolean;
  /** Counts what the channel holds, until the returned function is called. */
  attach(channel: ServerChannel, wake: () => void): () => void;
  /** To be called when a channel was read. */
  measure(): void;
  end(): void;
};

/**
 * Serves SFTP on a channel until it ends. What is open then is kept for a while (`LIMITS.resumeMs`).
 * @param closed aborted when the client closes the channel, which itself says so only once it was read to its end
 */
export async function serveSftp(
  channel: ServerChannel,
  session: Session,
  carrier: Carrier,
  closed: AbortSignal,
) {
  const flow = createFlow(() => channel.writableNeedDrain || carrier.isCongested());
  const detach = carrier.attach(channel, flow.wake);
  const left = new AbortController();
  const io = { session, handles: createHandles(session, carrier.open), left: left.signal };
  const end = () => {
    left.abort();
    flow.end();
  };
  channel.on("drain", flow.wake);
  for (const signal of [closed, carrier.left])
    signal.addEventListener("abort", end, { once: true });
  const running = new Set<Promise<void>>();
  try {
    const splitter = createSplitter();
    let isGreeted = false;
    // Ending the loop must leave the channel open for the exit status.
    for await (const chunk of channel.iterator({ destroyOnReturn: false })) {
      carrier.measure();
      for (const packet of splitter.push(chunk)) {
        if (!isGreeted) greet(channel, packet);
        else await begin(io, channel, packet, { flow, carrier, running });
        isGreeted = true;
      }
    }
  } catch (error) {
    if (!(error instanceof PacketSizeError)) log.warn({ err: error }, "an SFTP channel failed");
  } finally {
    detach();
    for (const signal of [closed, carrier.left]) signal.removeEventListener("abort", end);
    await Promise.all(running);
    await leave(session, io.handles.removeAll());
    // Without a status clients report a failure.
    channel.exit(0);
    channel.end();
  }
}

function greet(channel: ServerChannel, packet: Buffer): void {
  const reader = createReader(packet);
  if (reader.u8() !== REQUEST.init) throw new PacketSizeError("not a greeting");
  const fields = [u32(VERSION), ...EXTENSIONS.map((name) => text(name))];
  channel.write(framed({ type: REPLY.version, fields }, null));
}

type Running = { flow: Flow; carrier: Carrier; running: Set<Promise<void>> };

async function begin(io: Io, channel: ServerChannel, packet: Buffer, on: Running): Promise<void> {
  const { flow, carrier, running } = on;
  const { left } = io;
  const reader = createReader(packet);
  const type = reader.u8();
  const id = u32(reader.u32());
  const send = (reply: Reply) => {
    if (channel.writable && !left.aborted) channel.write(framed(reply, id));
  };
  let size = packet.length;
  await pace(io.session, left);
  await flow.enter(size);
  const work = async () => {
    try {
      const job = readJob(io, type, reader);
      // What a client wrote before it left counts; what it meant to read does not.
      if (left.aborted && job.replyBytes !== undefined) return;
      size += job.replyBytes ?? 0;
      flow.grow(job.replyBytes ?? 0);
      send(await onBehalfOf(io.session.ctx.orgId, () => actOn(io, job, job.work)));
    } catch (error) {
      send(failureReply(error));
      if (hasLostAccess(error)) carrier.end();
    }
  };
  const one = work().finally(() => {
    running.delete(one);
    flow.leave(size);
  });
  running.add(one);
}

// Of a file that was not closed no more is known than that it was cut: it must not be published.
async function leave(session: Session, handles: readonly Handle[]): Promise<void> {
  for (const handle of handles) {
    if (handle.kind === "directory") continue;
    await handle.reader?.close();
    const { stage } = handle;
    if (stage === null) continue;
    stage.holders -= 1;
    if (stage.holders > 0) continue;
    if (stage.isDirty && !stage.isGone) stage.keptUntil = session.now() + LIMITS.resumeMs;
    else await dropStage(session, stage);
  }
}
