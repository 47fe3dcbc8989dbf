import { expect, test } from "vitest";

import { stopAll } from "./stop";

test("programs stop at once, then what they rest on, the last first", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const program = (name: string) => ({
    stop() {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    },
  });
  const part = (name: string) => ({ stop: () => void begun.push(name) });
  const stopped = stopAll({
    programs: [program("web"), program("worker"), program("sftp")],
    base: [part("lock"), part("database")],
  });
  expect(begun).toEqual(["web", "worker", "sftp"]);
  for (const end of ends) end();
  await stopped;
  expect(begun.slice(3)).toEqual(["database", "lock"]);
});

const failing = (name: string) => ({ stop: () => Promise.reject(new Error(name)) });

test("what fails to stop keeps nothing else running, and is reported", async () => {
  const stopped: string[] = [];
  const part = (name: string) => ({ stop: () => void stopped.push(name) });
  const running = {
    programs: [failing("web"), part("worker")],
    base: [part("lock"), failing("database")],
  };
  await expect(stopAll(running)).rejects.toThrow("web");
  expect(stopped).toEqual(["worker", "lock"]);
});
