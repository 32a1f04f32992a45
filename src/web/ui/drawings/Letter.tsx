// chunk: access
/** A sealed letter, for emails that were sent. Decorative. */
export function Letter({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 160 110" aria-hidden className={className}>
      <ellipse cx="80" cy="104" rx="66" ry="5" fill="#5a3d18" opacity="0.14" />
      <rect x="16" y="12" width="128" height="86" rx="10" fill="#f3eadb" />
      <path d="M18 92 66 52h28l48 40c-2 4-5 6-8 6H26c-3 0-6-2-8-6Z" fill="#ead9bd" />
      <path
        d="M26 12h108c4 0 7 2 9 6L90 64c-6 5-14 5-20 0L17 18c2-4 5-6 9-6Z"
        fill="#f8f1e5"
        stroke="#d9c39c"
        strokeWidth="2"
      />
      <rect
        x="16"
        y="12"
        width="128"
        height="86"
        rx="10"
        fill="none"
        stroke="#d9c39c"
        strokeWidth="2"
      />
      <circle cx="80" cy="64" r="17" fill="#9a4e1c" />
      <path
        d="M74 56c-4 5-4 12-1 16 2 3 4 4 7 4s5-1 7-4c3-4 3-11-1-16"
        fill="none"
        stroke="#f3c98b"
        strokeWidth="4.5"
      />
    </svg>
  );
}
