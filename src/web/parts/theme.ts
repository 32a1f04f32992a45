/** UI-37: the theme of this device, stored in a cookie. `public/first-paint.js` applies it. */
import { conservationSeconds } from '#domain/core/conservation.ts';
import { unlessRefused } from '#web/ui/basics/unlessRefused.ts';

export const THEMES = ['systeme', 'clair', 'sombre'] as const;
export type Theme = (typeof THEMES)[number];

/** The theme chosen on this device; 'systeme' follows the setting of the system. */
export const keptTheme = (): Theme =>
  unlessRefused(
    () => THEMES.find((theme) => document.cookie.split('; ').includes(`theme=${theme}`)),
    undefined,
  ) ?? 'systeme';

export function keepTheme(theme: Theme): void {
  const cookie = `theme=${theme}; path=/; max-age=${theme === 'systeme' ? 0 : conservationSeconds('theme')}; samesite=lax`;
  unlessRefused(() => (document.cookie = cookie), null);
  window.dispatchEvent(new Event('manege:theme'));
}
