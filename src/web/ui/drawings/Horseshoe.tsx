/** The logo: a horseshoe on a green tile. Decorative: the name is beside it. */
export function Horseshoe({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden className={`shrink-0 ${className}`}>
      <rect width="48" height="48" rx="13" fill="var(--color-fir)" />
      <path
        d="M15.6 9.5C10.4 16 9.3 24.6 12.6 31c2.3 4.5 6.6 7.3 11.4 7.3S33.1 35.5 35.4 31c3.3-6.4 2.2-15-3-21.5"
        fill="none"
        stroke="#f6e3c5"
        strokeWidth="7.2"
      />
      <g fill="var(--color-cognac)">
        <circle cx="13.2" cy="18" r="1.25" />
        <circle cx="12.8" cy="24.2" r="1.25" />
        <circle cx="15" cy="30" r="1.25" />
        <circle cx="34.8" cy="18" r="1.25" />
        <circle cx="35.2" cy="24.2" r="1.25" />
        <circle cx="33" cy="30" r="1.25" />
      </g>
    </svg>
  );
}
