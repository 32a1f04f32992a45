// chunk: identity
import { encode } from 'uqr';
import { cx } from '../basics/cx.ts';

/** White margin around the code, in modules: readers need it. */
const MARGIN = 4;

/** A QR code of level M, black on white on any background. */
export function QrCode({
  text,
  label,
  className,
}: {
  text: string;
  label: string;
  className?: string;
}) {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx('max-w-full rounded-field', className)}
    >
      <path className="fill-white" d={`M0 0h${size}v${size}H0z`} />
      <path className="fill-black" d={path} />
    </svg>
  );
}
