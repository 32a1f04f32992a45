/**
 * Shows one screen of the product in the page of the test, without a server: its calls go to a
 * `Serveur`. What surrounds every screen (menu, banners, live stream) is left out.
 */
import index from '../../index.html?raw';
import { createElement, type ComponentType, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import type { Personne } from '#domain/people/users.ts';
import { type Answers, row, Serveur } from './serveur.ts';

// The files of the page read it when they are loaded.
document.documentElement.lang = 'fr';
const centre = /<meta name="centre" content='([^']*)'/.exec(index)?.[1] ?? '';
document.head.insertAdjacentHTML('beforeend', `<meta name="centre" content='${centre}' />`);

/** Back and Forward, in order. It listens before the guard of the forms, which stops the event. */
export const moves: string[] = [];
window.addEventListener('popstate', () => moves.push(location.pathname));

const piste = (id: string, nom: string, ordre: number) => ({
  id,
  nom,
  note: '',
  dessin: 'manege' as const,
  ordre,
  actif: true,
});
const PISTES = [
  piste('interieure', 'Piste Intérieure', 1),
  piste('exterieure', 'Piste Extérieure', 2),
];
const COLLECTIVE = row('typesLecons.list', {
  value: 'collective',
  label: 'Leçon collective',
  icon: '🐎',
  max_personnes: 6,
  duree_minutes: 60,
  actif: true,
});
const regles = (row('parametres.centre', {}) as { regles: object }).regles;
/** A centre that is open every day from 8 to 20. */
export const CENTRE = {
  nom: 'Manège',
  ville: 'Gembloux',
  regles: { ...regles, openingTime: '08:00', closingTime: '20:00' },
  pistes: PISTES,
};

/** The usual hours on every day. */
export const SETTINGS = {
  ...row('parametres.get', {}),
  openingTime: '08:00',
  closingTime: '20:00',
  horaires: { semaine: Array.from({ length: 7 }, () => null), saisons: [] },
};

const SCREENS = import.meta.glob<{ default: ComponentType }>('/src/web/screens/app-*/index.tsx');
/** The pages of visitors: one folder each, and a component that is named as its file. */
const PUBLIC = import.meta.glob<Record<string, ComponentType>>(
  '/src/web/screens/{installation,login,register,reset-password}/[A-Z]*.tsx',
);

const SOPHIE: Personne = {
  id: '',
  email: 'sophie@essai.example',
  prenom: 'Sophie',
  nom: 'Maes',
  full_name: 'Sophie Maes',
  role: 'admin',
  statut: 'actif',
};

export type Scene = {
  /** The folder of the screen, for visitors with its component, and its address with the query. */
  screen: string;
  address: string;
  role?: 'admin' | 'utilisateur' | 'visiteur';
  /** `stored`: the input of the last write that was stored. */
  answers: (stored: any) => Answers;
};

/**
 * `reopen`: as after a reload, with `cached` as on return to the screen: what was read is still
 * there.
 */
export type Shown = Serveur & {
  leave: () => void;
  reopen: (way?: { cached: boolean }) => void;
};

/** Opens a screen as somebody else than before, so that no draft of another test is there. */
export async function show({ screen, address, role = 'admin', answers }: Scene): Promise<Shown> {
  const user = role === 'visiteur' ? null : { ...SOPHIE, id: crypto.randomUUID(), role };
  sessionStorage.clear(); // visitors share one name for their drafts
  const serveur = new Serveur((stored) => ({
    'session.get': { user },
    'parametres.centre': CENTRE,
    'typesLecons.list': [COLLECTIVE],
    'pistes.list': PISTES,
    'parametres.get': SETTINGS,
    ...answers(stored),
  }));
  const before = window.fetch;
  window.fetch = (address, init) =>
    typeof address === 'string' && address.startsWith('/api/')
      ? serveur.fetch(address, init)
      : before(address, init);
  const { createQueryClient } = await import('#web/data/queries.ts');
  const { QueryClientProvider } = await import('@tanstack/react-query');
  const { readSession } = await import('#web/data/session.ts');
  const { Navigation } = await import('../../src/web/ui/hooks/navigation.tsx');
  const { Toaster } = await import('../../src/web/ui/overlays/Toaster.tsx');
  const { Pistes } = await import('../../src/web/nouns/slots/pistes.ts');
  const { ProofGate } = await import('../../src/web/shell/guard/ProofGate.tsx');
  await import('#web/styles.css');
  await import('../../src/web/ui/hooks/backGuard.ts');
  await readSession();
  const load: (() => Promise<Record<string, ComponentType>>) | undefined =
    SCREENS[`/src/web/screens/${screen}/index.tsx`] ?? PUBLIC[`/src/web/screens/${screen}.tsx`];
  if (!load) throw new Error(`no screen ${screen}`);
  const { default: main, [screen.split('/')[1] ?? '']: named } = await load();
  const Screen = main ?? named!;
  let root: Root | null = null;
  const place = document.createElement('main');
  document.body.append(place);
  const leave = () => {
    root?.unmount();
    root = null;
  };
  let client = createQueryClient();
  const reopen = ({ cached } = { cached: false }) => {
    if (!cached) client = createQueryClient();
    // Back leads to a page of the application.
    history.replaceState({ idx: 0 }, '', '/app/prix');
    history.pushState({ idx: 1 }, '', address);
    root = createRoot(place);
    root.render(
      createElement(
        QueryClientProvider,
        { client },
        createElement(
          Navigation,
          null,
          createElement(
            Pistes,
            { value: PISTES },
            createElement(Suspense, null, createElement(Screen)),
          ),
          createElement(ProofGate),
          createElement(Toaster),
        ),
      ),
    );
  };
  onTestFinished(() => {
    leave();
    place.remove();
    window.fetch = before;
    expect(serveur.faults).toEqual([]);
  });
  reopen();
  return Object.assign(serveur, { leave, reopen });
}
