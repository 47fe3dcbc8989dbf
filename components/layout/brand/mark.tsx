/** The logo: a tide staff with its marks and the water level. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className={className}>
      <g stroke="currentColor" strokeWidth="1.75" strokeLinecap="round">
        <path d="M6 2.75v18.5" />
        <path d="M6 5h5M6 8.75h3" />
        <path d="M6 18.75h3" opacity=".45" />
      </g>
      <path
        d="M2.25 14c1.6-1.7 3.25-1.7 4.9 0s3.25 1.7 4.85 0 3.25-1.7 4.85 0 3.3 1.7 4.9 0"
        stroke="var(--color-tide)"
        strokeWidth="2.25"
        strokeLinecap="round"
      />
    </svg>
  );
}
