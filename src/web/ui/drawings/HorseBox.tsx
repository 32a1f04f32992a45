/** A horse in its box, for waiting screens. Decorative. */
export function HorseBox({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 220 190" aria-hidden className={className}>
      <ellipse cx="110" cy="182" rx="98" ry="6" fill="#5a3d18" opacity="0.14" />
      <path d="M14 46 110 6l96 40v10H14Z" fill="#9a4e1c" />
      <path d="M110 6 206 46v10H110Z" fill="#8a4417" />
      <path d="M24 56h172v124H24Z" fill="#f3eadb" />
      <path d="M46 62h128v118H46Z" fill="#7c3d13" />
      <path d="M54 70h112v110H54Z" fill="#173a2c" />
      <g>
        <path d="M121 66C141 74 154 96 158 136h-52c0-12-2-20-7-26-8 7-17 12-25 14-8 1-13-4-11-12 3-9 15-26 27-39 6-7 12-10 18-11Z" fill="#a9632c" />
        <path d="M107 63 112 44l9 22Z" fill="#a9632c" />
        <path d="M118 64 126 46l5 24Z" fill="#8d4c1d" />
        <path d="M121 60c24 6 38 36 41 76h-14c0-30-10-54-30-66Z" fill="#4a2409" />
        <path d="M108 62c-8 3-15 10-20 18 8-1 16-6 22-14Z" fill="#4a2409" />
        <path d="M89 83c-8 9-16 20-19 27l5 3c6-9 14-20 19-27Z" fill="#f6e9d3" />
        <circle cx="103" cy="82" r="3.6" fill="#26221c" />
        <circle cx="104" cy="81" r="1.1" fill="#fff" />
        <ellipse cx="71" cy="113" rx="2.6" ry="2" fill="#4a2409" />
        <path d="M66 120c4 1 8 0 12-2" fill="none" stroke="#4a2409" strokeWidth="2" strokeLinecap="round" />
        <g fill="none" stroke="#1f4d3a" strokeWidth="4.5" strokeLinecap="round">
          <path d="M81 92 92 114" />
          <path d="M88 103C98 100 110 92 120 70" />
        </g>
        <circle cx="88" cy="104" r="3.6" fill="#f3c98b" />
      </g>
      <path d="M46 128h128v52H46Z" fill="#9a4e1c" />
      <path d="M46 128h128v9H46Z" fill="#b2642c" />
      <path d="M52 143h116v31H52Z" fill="none" stroke="#7c3d13" strokeWidth="3" />
      <path d="M52 143 168 174M168 143 52 174" stroke="#7c3d13" strokeWidth="3" />
      <circle cx="164" cy="133" r="2.5" fill="#f3c98b" />
    </svg>
  );
}
