/** Lets at most `size` holders in at once; the others wait in the order in which they came. */
export type Gate = { enter(): Promise<void>; leave(): void; inside(): number };

export function createGate(size: number): Gate {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return {
    async enter() {
      if (inside >= size) await new Promise<void>((resolve) => waiting.push(resolve));
      else inside += 1;
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    },
    inside: () => inside,
  };
}
