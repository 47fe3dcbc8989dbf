// A slow line, as from a train: `tsx slow-line.ts <port> <port of the service>`. A byte takes 150 ms each way, and a
// connection carries 200 kB a second in each direction.
import net from "node:net";
import { Transform } from "node:stream";

const DELAY_MS = 150;
const BYTES_PER_MS = 200;

const [port = 0, service = 0] = process.argv.slice(2).map(Number);

function createLine(): Transform {
  let freeAt = 0;
  const underWay: Buffer[] = [];
  return new Transform({
    transform(chunk: Buffer, _, done) {
      freeAt = Math.max(freeAt, performance.now()) + chunk.length / BYTES_PER_MS;
      const wait = freeAt - performance.now();
      // The next bytes follow while these are on their way. Timers of nearly the same moment may end in any order.
      underWay.push(chunk);
      setTimeout(done, wait);
      setTimeout(() => this.push(underWay.shift()), wait + DELAY_MS);
    },
    flush: (done) => void setTimeout(done, 2 * DELAY_MS),
  });
}

net
  .createServer((incoming) => {
    const outgoing = net.connect(service, "localhost");
    for (const socket of [incoming, outgoing]) socket.on("error", () => undefined);
    incoming.once("close", () => outgoing.destroy());
    outgoing.once("close", () => setTimeout(() => incoming.destroy(), 2 * DELAY_MS));
    incoming.pipe(createLine()).pipe(outgoing);
    outgoing.pipe(createLine()).pipe(incoming);
  })
  .listen(port, "localhost");
