const EVERY = 14;
const TICKS = Array.from({ length: 19 }, (_, i) => ({ y: 8 + i * EVERY, long: i % 4 === 0 }));

/** Decoration behind a form: the sea at the bottom of the window and a tide staff. */
export function Tide() {
  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 -z-10 overflow-hidden">
      <div className="absolute inset-x-0 bottom-0 h-[30vh]">
        <svg
          className="text-tide-soft absolute bottom-full h-6 w-full"
          viewBox="0 0 1200 24"
          preserveAspectRatio="none"
        >
          <path
            fill="currentColor"
            d="M0 12c100-14 200-14 300 0s200 14 300 0 200-14 300 0 200 14 300 0v13H0z"
          />
        </svg>
        <div className="bg-tide-soft h-full" />
      </div>
      <svg
        className="text-edge/70 absolute bottom-[calc(30vh-130px)] left-5 hidden h-[268px] w-8 md:block"
        viewBox="0 0 32 268"
      >
        {TICKS.map(({ y, long }) => (
          <path key={y} stroke="currentColor" d={`M0 ${y}.5h${long ? 20 : 10}`} />
        ))}
        <path stroke="var(--color-tide)" strokeWidth="2" d="M0 134h32" />
      </svg>
    </div>
  );
}
