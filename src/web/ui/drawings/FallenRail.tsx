import { Jump } from './Jump.tsx';

/** A jump whose top rail has fallen, for errors. Decorative. */
export function FallenRail({ className }: { className?: string }) {
  return (
    <svg viewBox="-60 -24 450 256" aria-hidden className={className}>
      <path
        d="M165-20C300-24 384 60 380 130c-3 54-60 96-215 96S-48 186-50 130C-52 56 40-16 165-20Z"
        fill="#f0e4cf"
      />
      <ellipse cx="165" cy="203" rx="196" ry="20" fill="#dfc190" />
      <Jump fallen />
    </svg>
  );
}
