/** Names that count as one rider, and seats that are billed late: /app/statistiques. */
import { page, userEvent } from 'vitest/browser';
import { expect } from 'vitest';
import { asked, button, dialog, type Form, isShown, save, tryAll } from './formulaire.ts';
import { row } from './serveur.ts';

const LIGNE = '11111111-1111-4111-8111-111111111111';

const cavalier = (nom: string, clients: readonly string[] = []) => ({
  cle: nom.toLowerCase(),
  nom,
  clients,
  nombre: 1,
  en_attente: 0,
  non_facturees: 0,
  total: 20,
  types: [],
});
const RIDERS = [cavalier('Perdu Orthez', ['Anne', 'Jeanne']), cavalier('Perdue Orthez')];
const MERGED = row('orthographes.list', {
  cle: 'perdu orthez',
  nom: 'Perdu Orthez',
  vers_cle: 'perdue orthez',
  vers: 'Perdue Orthez',
  cavalier: 'Perdue Orthez',
  le: '2026-01-05T09:00:00.000Z',
});
const SPLIT = row('orthographes.list', {
  cle: 'perdu orthez',
  nom: 'Perdu Orthez',
  le: '2026-01-05T09:00:00.000Z',
});

const scene = (before: object[], after: object[]) => ({
  screen: 'app-statistiques',
  address: '/app/statistiques?du=2026-01-01&au=2026-01-31',
  answers: (stored: unknown) => ({
    'statistiques.get': { total_cavaliers: 2, total_reservations: 2, cavaliers: RIDERS },
    'statistiques.cavaliers': RIDERS.map(({ cle, nom, clients }) => ({ cle, nom, clients })),
    'orthographes.list': stored ? after : before,
    'statistiques.lignes': stored
      ? []
      : [
          {
            id: LIGNE,
            jour: '2026-01-05',
            client: 'Anne Lemaire',
            nom: 'Léa',
            libelle: 'Leçon collective',
            motif: 'annulation',
            prix: 20,
          },
        ],
  }),
});
const openRider = async (): Promise<void> => {
  const rider = () =>
    [...document.querySelectorAll('summary')].find(({ textContent }) =>
      textContent.includes('Perdu Orthez'),
    );
  await expect.poll(rider).toBeDefined();
  await userEvent.click(rider()!);
};

const FORMS: Record<string, Form> = {
  'regrouper deux noms': {
    ...scene([], [MERGED]),
    open: async () => {
      await openRider();
      await button('Regrouper avec un autre nom').click();
      await dialog()
        .getByLabelText(/^Compte comme/)
        .fill('Perdue Orthez');
    },
    press: () => button('Regrouper', dialog()).click(),
    call: 'orthographes.merge',
    late: save(
      'Regroupement en cours…',
      "Les noms n'ont pas pu être regroupés. Veuillez réessayer.",
    ),
    done: /Perdu Orthez.*compte.*Perdue Orthez/,
  },
  'séparer un nom par client': {
    ...scene([], [SPLIT]),
    open: openRider,
    press: () => button('Séparer par client').click(),
    call: 'orthographes.split',
    done: /Perdu Orthez.*comptent désormais séparément/,
  },
  'défaire un regroupement': {
    ...scene([MERGED], []),
    open: () => isShown(button(/^Défaire/)),
    press: () => button(/^Défaire/).click(),
    call: 'orthographes.separate',
    done: /Perdu Orthez.*compte de nouveau à part/,
  },
  'retirer une place facturée': {
    ...scene([], []),
    ...asked('Retirer', async () => {
      if (button(/^Retirer la place/).elements().length === 0)
        await page.getByText('Places facturées après le délai').click();
      await button(/^Retirer la place/).click();
    }),
    call: 'statistiques.removeLigne',
    late: save('Retrait en cours…', "La place n'a pas pu être retirée. Veuillez réessayer."),
    done: "La place n'est plus facturée.",
  },
};

tryAll(FORMS);
