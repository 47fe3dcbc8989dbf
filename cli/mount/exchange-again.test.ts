import { expect, test } from "vitest";

import { RequestError } from "@/lib/api-client/request";
import { Stat } from "@/lib/contract/stat";

import { exchangeAgain } from "./exchange-again";

const entry = (path: string, id: string): Stat =>
  Stat.parse({
    path,
    type: "file",
    size: 1,
    etag: `"${id}"`,
    modified_at: "2026-11-24T10:00:00.000Z",
    mode: "0644",
    node_id: id,
    nlink: 1,
    link_target: null,
    uid: 0,
    gid: 0,
    modified_ns: 0,
    changed_at: "2026-11-24T10:00:00.000Z",
    modified_by: null,
    special: null,
    device: 0,
  });

/** A service that makes the first exchange after it was asked `after` times. */
function lateService(after: number) {
  let asked = 0;
  let nodes = ["1", "2"];
  const swap = () => (nodes = nodes.toReversed());
  const ask = () => void ((asked += 1) === after + 1 && swap());
  return {
    nodes: () => nodes.join(),
    stat: (path: string) => {
      ask();
      return Promise.resolve(entry(path, nodes[path === "/a" ? 0 : 1]!));
    },
    exchange: (_: string, to: string, ifMatch?: string) => {
      ask();
      if (ifMatch !== `"${nodes[0]}"`)
        return Promise.reject(new RequestError({ status: 412, code: "precondition_failed" }));
      swap();
      return Promise.resolve({ stat: entry(to, nodes[1]!), cursor: "7" });
    },
  };
}

test.each([0, 1, 2, 3])(
  "an exchange that is made while it is repeated, after %i questions, is made once",
  async (after) => {
    const service = lateService(after);
    const { stat } = await exchangeAgain(service, "/a", "/b", "1");
    expect(stat?.node_id).toBe("1");
    expect(service.nodes()).toBe("2,1");
  },
);
