import file from './horse-box.svg';

/**
 * A horse in its box, for waiting screens. Decorative. A separate file, for which the sign-in does
 * not wait.
 */
export const HorseBox = ({ className }: { className?: string }) => (
  <img src={file} alt="" width="220" height="190" className={className} />
);
