/** The order in which a screen reader reads the day on the dashboard (DESK-92). */
import { addDays, formatJour } from '#domain/core/calendrier.ts';
import { enter, expect, test } from './fixtures.ts';
import { closeArena, mondayIn, store } from './planning.ts';

test("l'arbre d'accessibilité lit la journée dans l'ordre : le jour, ses boutons, les heures, puis la vue du jour, piste par piste", async ({
  page,
  manege,
  isMobile,
}) => {
  // DESK-92, DESK-11, DESK-34
  const jour = addDays(mondayIn(isMobile ? 93 : 94), 1);
  const long = formatJour(jour, 'long');
  await store(manege, {
    jour,
    heure: '14:00',
    fin: '14:30',
    type: 'longe',
    piste: 'exterieure',
    noms: ['Léa Martens'],
    statut: 'en_attente',
  });
  await store(manege, { jour, heure: '16:00', fin: '17:00', noms: ['Tom Willems'] });
  await store(manege, {
    jour,
    heure: '10:00',
    noms: ['Zoé Ordre', 'Hugo Dubois'],
    remarques: 'Poney calme',
  });
  await closeArena(manege, {
    jour,
    piste: 'interieure',
    debut: '12:00',
    fin: '13:00',
    motif: 'Herse',
  });
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto(`/app/webmaster?jour=${jour}`);
  await expect(page.getByRole('article')).toHaveCount(3);

  // The page: the heading, the counters, then the day before its lessons.
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Espace administrateur" [level=1]
    - link "Paramètres"
    - button "Déconnexion"
    - list "Compteurs"
    - region "${isMobile ? 'Planning de la semaine' : 'Planning du jour'}":
      - grid "Pistes, ${long}"
    - region "Vue du jour"
  `);

  // The table: each half hour is named first, then one cell for each arena with all it shows.
  const grid = page.getByRole('grid', { name: `Pistes, ${long}` });
  await expect(grid).toMatchAriaSnapshot(`
    - grid:
      - rowgroup:
        - row:
          - columnheader "Heure"
          - columnheader "Piste Intérieure"
          - columnheader "Piste Extérieure"
      - rowgroup:
        - row:
          - rowheader "08:00"
          - gridcell /^Libre, Piste Intérieure, ${long}, 08:00/
          - gridcell /^Libre, Piste Extérieure, ${long}, 08:00/
        - row:
          - rowheader "10:00"
          - gridcell /^Piste Intérieure, ${long}, Zoé O\\., Hugo D\\. 2 inscrits sur 6, places restantes, 10:00 – 11:00 Leçon collective/
          - gridcell /^Libre, Piste Extérieure/
        - row:
          - rowheader "12:00"
          - gridcell /Herse/
        - row:
          - rowheader "14:00"
          - gridcell /^Libre, Piste Intérieure/
          - gridcell /^Piste Extérieure, ${long}, Léa M\\. 1 inscrit sur 2/
  `);
  expect(await grid.getByRole('rowheader').allTextContents()).toEqual(
    Array.from(
      { length: isMobile ? 25 : 24 },
      (_, n) => `${String(8 + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
    ),
  );

  // The daily view: its title, the way to another day, the closures, then each arena in the
  // order of the centre, its lessons by their start, and in each what it is, who takes part, the
  // remarks, and at the end what one may do.
  await expect(page.getByRole('region', { name: 'Vue du jour' })).toMatchAriaSnapshot(`
    - heading "Vue du jour" [level=2]
    - button "Jour précédent"
    - button "Aujourd'hui"
    - button "Jour suivant"
    - button "Imprimer la journée"
    - list "Fermetures du jour":
      - listitem:
        - paragraph: "Fermé : Herse"
        - paragraph: Piste Intérieure
        - button /^Modifier la fermeture/
        - button /^Rouvrir la fermeture/
    - region "Réservations du ${long}":
      - region:
        - heading "Piste Intérieure 2 réservations" [level=3]
        - list:
          - listitem:
            - article "10:00, Leçon collective":
              - paragraph: 10h00 – 11h00
              - text: /Confirmée/
              - paragraph: Leçon collective 2 personnes
              - list "Participants":
                - listitem: /Zoé Ordre/
                - listitem: /Hugo Dubois/
              - paragraph: Réservé par Zoé Ordre
              - paragraph: Poney calme
              - button /^Modifier/
          - listitem:
            - article "16:00, Leçon collective":
              - paragraph: 16h00 – 17h00
              - text: /Confirmée/
              - list "Participants":
                - listitem: /Tom Willems/
              - button /^Modifier/
      - region:
        - heading "Piste Extérieure 1 réservation" [level=3]
        - list:
          - listitem:
            - article "14:00, Longe":
              - paragraph: 14h00 – 14h30
              - text: /En attente/
              - list "Participants":
                - listitem: /Léa Martens/
              - button /^Modifier/
  `);
});
