/** A riding boot, for an empty list of reservations. Decorative. */
export function Boot({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 120 120" aria-hidden className={className}>
      <ellipse cx="62" cy="112" rx="48" ry="5" fill="#5a3d18" opacity="0.14" />
      <path
        d="M36 10c12-4 24-4 34 0l-2 52c0 10 5 14 14 18 12 5 20 8 22 16 1 5 0 9-3 10H38c-3 0-4-2-4-6 2-16 3-30 3-44Z"
        fill="#7c3d13"
      />
      <path
        d="M70 10 68 62c0 10 5 14 14 18 12 5 20 8 22 16 1 5 0 9-3 10h-8c2-10-6-14-18-19-11-5-17-11-16-24l2-55Z"
        fill="#9a4e1c"
      />
      <path d="M36 10c12-4 24-4 34 0v12c-10-4-22-4-34 0Z" fill="#57463a" />
      <path d="M33 102h71c2 0 2 7-1 7H59l-3 4H37c-3 0-4-7-4-11Z" fill="#57463a" />
      <path
        d="M36 84c14 6 26 6 38-6"
        fill="none"
        stroke="#f3c98b"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M33 86h-9" stroke="#8f8373" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
