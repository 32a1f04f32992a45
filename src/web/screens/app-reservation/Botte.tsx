/** A riding boot on its own: nothing is planned yet. */
export function Botte() {
  return (
    <svg aria-hidden viewBox="0 0 120 120" className="size-28">
      <ellipse cx="62" cy="107" rx="46" ry="6" fill="#f3eadb" />
      <path d="M40 14c9 3 21 3 30 0l2 58c4 6 13 9 22 12 6 2 9 6 9 12v6H41c-3-10-3-20-2-31 1-15 2-30 1-57Z" fill="#9a4e1c" />
      <path d="M40 14c9 3 21 3 30 0l.4 12c-9 3-21 3-30.1 0Z" fill="#7c3d13" />
      <path d="M58 32c1 14 0 28-1 42" fill="none" stroke="#f3c98b" strokeWidth="2" strokeLinecap="round" strokeDasharray="4 5" />
      <path d="M40 78c10 6 22 7 33 3" fill="none" stroke="#7c3d13" strokeWidth="3" strokeLinecap="round" />
      <path d="M40 98h63v5a3 3 0 0 1-3 3H62l-2-3H43a3 3 0 0 1-3-3Z" fill="#26221c" />
      <circle cx="36" cy="84" r="3.5" fill="none" stroke="#8f8373" strokeWidth="2.5" />
      <path d="M33 84H22m0 0-4-4m4 4-4 4" fill="none" stroke="#8f8373" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M88 30c4-6 11-6 12 0 1-6 9-6 12 0" fill="none" stroke="#1f4d3a" strokeWidth="2.5" strokeLinecap="round" opacity=".55" />
    </svg>
  );
}
