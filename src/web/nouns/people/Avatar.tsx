import { useState } from 'react';
import { initials } from '#domain/people/users.ts';
import { cx } from '#web/ui/basics/cx.ts';

type AvatarProps = {
  person: Parameters<typeof initials>[0] & { profile_image_url: string | null };
  /** Width and height, in pixels. */
  size: number;
  className?: string;
};

/**
 * The photo, or the initials (ACC-16) if there is none or it cannot be loaded. Decorative: the name
 * is beside it.
 */
export function Avatar({ person, size, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const url = person.profile_image_url;
  return (
    <span
      style={{ width: size, height: size, fontSize: Math.max(12, Math.round(size * 0.34)) }}
      className={cx(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-fir leading-none font-semibold tracking-wide text-white',
        className,
      )}
    >
      {url === null || url === failed ? (
        <span aria-hidden>{initials(person)}</span>
      ) : (
        <img
          src={url}
          alt=""
          width={size}
          height={size}
          className="size-full object-cover"
          onError={() => setFailed(url)}
        />
      )}
    </span>
  );
}
