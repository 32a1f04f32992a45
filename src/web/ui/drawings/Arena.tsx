import { memo, useId } from 'react';
import { Jump } from './Jump.tsx';

/** Fir trees. Some are outside the portrait view and are visible only in a wide box. */
const TREES = [
  { x: -330, y: 596, s: 1.2 },
  { x: -282, y: 606, s: 0.9 },
  { x: -120, y: 600, s: 1 },
  { x: 40, y: 612, s: 1.1 },
  { x: 84, y: 626, s: 0.85 },
  { x: 128, y: 618, s: 1.25 },
  { x: 742, y: 612, s: 1.25 },
  { x: 786, y: 606, s: 1 },
  { x: 830, y: 610, s: 0.8 },
  { x: 1010, y: 604, s: 1.2 },
  { x: 1056, y: 598, s: 0.95 },
  { x: 1100, y: 604, s: 1.3 },
];

const POSTS = Array.from({ length: 16 }, (_, i) => -466 + i * 114);

/** View boxes of a tall and of a wide box. */
const VIEWS = { portrait: '0 0 800 960', landscape: '-220 262 1240 690' };

/**
 * The arena in the evening: hills, sun, stable, fence, and a jump on the sand. Fills its box and
 * keeps the sand at the bottom. Decorative; memoized, because it is large and never changes.
 */
export const Arena = memo(function Arena({
  className,
  view = 'portrait',
}: {
  className?: string;
  view?: keyof typeof VIEWS;
}) {
  const id = useId();
  return (
    <svg
      viewBox={VIEWS[view]}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
      className={className}
    >
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f9ecd6" />
          <stop offset="0.6" stopColor="#f4d9ae" />
        </linearGradient>
        <linearGradient id={`${id}sand`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#e6cc9f" />
          <stop offset="1" stopColor="#cfa56c" />
        </linearGradient>
      </defs>
      <rect x="-600" width="2000" height="1000" fill={`url(#${id}sky)`} />
      <Sun />
      <path
        d="M-600 440C-460 400-340 440-220 478S-70 490 0 470C90 425 180 418 290 462S500 520 610 470 740 400 800 396 1010 470 1140 476 1320 420 1400 430V760H-600Z"
        fill="#c6cda4"
      />
      <path
        d="M-600 530C-480 500-380 560-260 580S-80 596 0 560C110 500 220 512 330 552S560 590 660 548 770 500 800 498 960 560 1080 566 1300 520 1400 530V800H-600Z"
        fill="#9cb489"
      />
      <Stable />
      <path
        d="M-600 590C-420 570-200 640 0 622 130 588 260 596 400 614S680 634 800 600 1140 566 1400 600V840H-600Z"
        fill="#5f8b68"
      />
      {TREES.map(({ x, y, s }) => (
        <Tree key={x} x={x} y={y} s={s} />
      ))}
      <Horse x={250} y={618} />
      <Horse x={462} y={634} flip />
      <path
        d="M-600 690C-400 720-200 716 0 690 160 664 300 660 420 668S700 690 800 672 1200 650 1400 680V860H-600Z"
        fill="#2f6149"
      />
      <path
        d="M-600 800C-300 776-100 766 0 762 200 744 600 744 800 762 900 766 1100 776 1400 800V1000H-600Z"
        fill={`url(#${id}sand)`}
      />
      <g fill="none" stroke="#b98c4f" strokeWidth="2.5" opacity="0.35">
        <path d="M-600 850C0 790 800 790 1400 850" />
        <path d="M-600 890C0 832 800 832 1400 890" />
        <path d="M-600 934C0 880 800 880 1400 934" />
        <path d="M-600 984C0 934 800 934 1400 984" />
      </g>
      <Fence />
      <RailLetter x={161} letter="K" />
      <RailLetter x={617} letter="F" />
      <g transform="translate(235 728)">
        <Jump />
      </g>
    </svg>
  );
});

function Sun() {
  return (
    <g>
      <circle cx="640" cy="424" r="196" fill="#fdf4e3" opacity="0.45" />
      <circle cx="640" cy="424" r="140" fill="#fdf1dc" opacity="0.85" />
      <circle cx="640" cy="424" r="90" fill="#eba65f" />
      <g
        fill="none"
        stroke="#8a6a43"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.7"
        transform="translate(360 -62)"
      >
        <path d="M352 372q10-10 18 0q8-10 18 0" />
        <path d="M404 340q8-8 14 0q6-8 14 0" />
        <path d="M306 346q7-7 12 0q5-7 12 0" />
      </g>
    </g>
  );
}

/** The stable on its hill. */
function Stable() {
  return (
    <g transform="translate(520 500)">
      <path d="M0 40h150v74H0Z" fill="#f7ead3" />
      <path d="M150 40h40v74h-40Z" fill="#e5d2b0" />
      <path d="M-12 44 22 4h132l50 40Z" fill="#9a4e1c" />
      <path d="M154 4 204 44H150Z" fill="#7c3d13" />
      <g fill="#1f4d3a">
        <path d="M18 66h24v48H18Z" />
        <path d="M62 66h24v48H62Z" />
        <path d="M106 66h24v48h-24Z" />
      </g>
      <g fill="#9a4e1c">
        <path d="M18 92h24v22H18Z" />
        <path d="M62 92h24v22H62Z" />
        <path d="M106 92h24v22h-24Z" />
      </g>
    </g>
  );
}

function Tree({ x, y, s }: { x: number; y: number; s: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${s})`}>
      <path d="M-4 0h8v16h-8Z" fill="#5c3414" />
      <path d="M0-92 22-44H13L30-6Q0 6-30-6L-13-44h-9Z" fill="#1f4d3a" />
      <path d="M0-92 22-44H13L30-6Q16 0 0 0Z" fill="#2a6049" />
    </g>
  );
}

/** A grazing horse in the distance. */
function Horse({ x, y, flip = false }: { x: number; y: number; flip?: boolean }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${flip ? -0.9 : 1} ${flip ? 0.9 : 1})`}>
      <g fill="none" stroke="#5a2c0e" strokeWidth="4">
        <path d="M17 16 16 45M44 14 48 30 45 45" />
      </g>
      <path
        d="M8 0C0 4-8 12-14 19l-3-3 0 6c-3 5-6 10-5 14 1 3 5 3 7 0 3-4 6-7 10-9 4-2 7-6 9-9l4 4c9 3 19 2 27-1l14-3c3-6 2-14-3-18-7-4-15-1-21 1S13 1 8 0Z"
        fill="#7a3f17"
      />
      <g fill="none" stroke="#7a3f17" strokeWidth="4.5">
        <path d="M10 16 10 45M39 14 42 30 39 45" />
      </g>
      <path
        d="M8-1C-1 2-10 11-15 17l4 2C-4 13 2 8 9 6ZM48 0c8 4 10 16 7 30-5-4-8-14-8-24Z"
        fill="#3f1e08"
      />
    </g>
  );
}

function Fence() {
  return (
    <g>
      <g stroke="#fbf8f3" strokeWidth="13">
        <path d="M-600 730C-300 712 0 706 400 704S1100 712 1400 730" fill="none" />
        <path d="M-600 768C-300 752 0 746 400 744S1100 752 1400 768" fill="none" />
      </g>
      <g fill="#fbf8f3">
        {POSTS.map((x) => (
          <rect key={x} x={x - 7} y="682" width="14" height="104" rx="6" />
        ))}
      </g>
      <g fill="#26221c" opacity="0.08">
        {POSTS.map((x) => (
          <rect key={x} x={x + 2} y="684" width="5" height="100" rx="2.5" />
        ))}
      </g>
    </g>
  );
}

/** A letter on the fence of the arena. */
function RailLetter({ x, letter }: { x: number; letter: string }) {
  return (
    <g transform={`translate(${x} 728)`}>
      <path d="M-17 0h34v44h-34Z" fill="#fffdf9" stroke="#d9c7a6" strokeWidth="2" />
      <text
        x="0"
        y="32"
        textAnchor="middle"
        fontFamily="var(--font-title)"
        fontWeight="600"
        fontSize="28"
        fill="#1f4d3a"
      >
        {letter}
      </text>
    </g>
  );
}
