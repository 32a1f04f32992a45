/** A halter on its hook, for an empty list of accounts. Decorative. */
export function Halter({ className }: { className?: string }) {
  return (
    <svg viewBox="10 0 100 118" aria-hidden className={className}>
      <ellipse cx="60" cy="112" rx="40" ry="5" fill="#5a3d18" opacity="0.14" />
      <path
        d="M60 6v10c0 5-7 5-7 0"
        fill="none"
        stroke="#8f8373"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path d="M48 4h24" stroke="#26221c" strokeWidth="6" strokeLinecap="round" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M54 20C38 24 32 36 36 52l5 20" stroke="#7c3d13" strokeWidth="7" />
        <path d="M54 20c20-2 32 8 32 24 0 12-8 22-16 32" stroke="#9a4e1c" strokeWidth="7" />
        <path d="M41 72c6 8 20 10 29 4" stroke="#9a4e1c" strokeWidth="7" />
        <path d="M41 72c-5 10 0 22 12 24 12 2 20-8 17-20" stroke="#7c3d13" strokeWidth="7" />
        <path d="M37 54c16 8 32 6 46 0" stroke="#9a4e1c" strokeWidth="6" />
        <path d="M53 96c0 10 8 14 20 12 10-2 20-2 26 2" stroke="#f3c98b" strokeWidth="4" />
      </g>
      <g fill="#fbf8f3" stroke="#8f8373" strokeWidth="3.5">
        <circle cx="41" cy="72" r="5" />
        <circle cx="70" cy="76" r="5" />
        <circle cx="37" cy="54" r="4.5" />
        <circle cx="83" cy="54" r="4.5" />
        <circle cx="53" cy="96" r="4.5" />
      </g>
    </svg>
  );
}
