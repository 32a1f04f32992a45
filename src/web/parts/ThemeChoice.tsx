import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Choice } from './Choice.tsx';
import { keepTheme, keptTheme, THEMES } from './theme.ts';

const LABELS = {
  systeme: { nom: 'Système', Icon: Monitor },
  clair: { nom: 'Clair', Icon: Sun },
  sombre: { nom: 'Sombre', Icon: Moon },
} as const;

/** UI-37: light, dark, or the theme of the system. */
export function ThemeChoice() {
  const [chosen, choose] = useState(keptTheme);
  return (
    <fieldset className="px-3 py-2">
      <legend className="text-sm text-muted">Thème</legend>
      <div className="mt-1 grid grid-cols-1 min-[18rem]:grid-cols-3 gap-1">
        {THEMES.map((theme) => {
          const { nom, Icon } = LABELS[theme];
          return (
            <Choice
              key={theme}
              name="theme"
              value={theme}
              checked={theme === chosen}
              onChoose={() => {
                keepTheme(theme);
                choose(theme);
              }}
              className="flex min-h-11 flex-col items-center justify-center rounded-slot border border-line py-1 text-sm hover:border-ink has-checked:border-fir has-checked:bg-fir-soft has-checked:font-semibold"
            >
              <Icon aria-hidden className="size-4" />
              {nom}
            </Choice>
          );
        })}
      </div>
    </fieldset>
  );
}
