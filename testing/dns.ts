import dgram from "node:dgram";

import ipaddr from "ipaddr.js";

/**
 * How the server responds to a query: with addresses (through an alias, late), with an error, or
 * not at all.
 */
export type DnsAnswer =
  | { addresses: readonly string[]; alias?: string; afterMs?: number }
  | "nxdomain"
  | "servfail"
  | "silence";

export type DnsServer = {
  /** `address:port`, the form a resolver takes. */
  address: string;
  /** `type name` of every query received. */
  questions: string[];
  close(): Promise<void>;
};

const types = new Map([
  [1, "A"],
  [28, "AAAA"],
]);
const typeCname = 5;
const responseCodes = { nxdomain: 3, servfail: 2 };

/**
 * Starts a name server on loopback that responds from `zone`; an empty list of addresses means "no
 * such records".
 */
export async function startDnsServer(
  zone: (name: string, type: "A" | "AAAA") => DnsAnswer,
): Promise<DnsServer> {
  const socket = dgram.createSocket("udp4");
  const questions: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  socket.on("message", (query, peer) => {
    const { name, end } = readName(query);
    const type = types.get(query.readUInt16BE(end)) === "AAAA" ? "AAAA" : "A";
    questions.push(`${type} ${name}`);
    const response = zone(name, type);
    if (response === "silence") return;
    const reply = buildReply(query, end + 4, type, response);
    const afterMs = typeof response === "object" ? (response.afterMs ?? 0) : 0;
    timers.add(setTimeout(() => socket.send(reply, peer.port, peer.address), afterMs));
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        socket.close(() => resolve());
      }),
  };
}

const questionStart = 12;

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = questionStart;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 1 };
}

function buildReply(
  query: Buffer,
  questionEnd: number,
  type: "A" | "AAAA",
  response: Exclude<DnsAnswer, "silence">,
): Buffer {
  const records: Buffer[] = [];
  if (typeof response === "object") {
    const question = Buffer.from([0xc0, questionStart]);
    const owner = response.alias === undefined ? question : encodeName(response.alias);
    if (response.alias !== undefined) records.push(record(question, typeCname, owner));
    for (const address of response.addresses) {
      const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
      records.push(record(owner, type === "A" ? 1 : 28, bytes));
    }
  }
  const header = Buffer.alloc(questionStart);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (typeof response === "string" ? responseCodes[response] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(questionStart, questionEnd), ...records]);
}

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(1, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
}

function encodeName(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.of(0)]);
}
