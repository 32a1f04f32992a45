import { describe, expect, test } from 'vitest';
import { DEFAULT_TYPES } from '#domain/types/types_lecons.ts';
import { documentOf, userText } from './impression.ts';
import { weekPlanning, dayPlanning } from './plannings.ts';
import type { BookedLecon } from '#domain/lessons/reservations.ts';
import { periodInWords, cavaliersReport } from './rapport.ts';
import { DEFAULT_PISTES } from '#domain/slots/pistes.ts';

const NAMED = { types: DEFAULT_TYPES, pistes: DEFAULT_PISTES };

const HEADER = {
  centre: 'Les Écuries <du> Moulin',
  maintenant: { jour: '2026-11-21', heure: '09:05' },
};

const reservation = (rest: Partial<BookedLecon> = {}): BookedLecon => {
  const noms = rest.noms_participants ?? ['Élise Maes'];
  return {
    date_reservation: '2026-11-18',
    heure_debut: '09:00',
    heure_fin: '10:00',
    type_piste: 'interieure',
    type_lecon: 'collective',
    noms_participants: noms,
    nombre_personnes: noms.length,
    statut: 'confirmee',
    remarques: null,
    ...rest,
  };
};

const semaine = (...reservations: BookedLecon[]) =>
  weekPlanning('2026-11-16', reservations, NAMED, HEADER);
const jour = (...reservations: BookedLecon[]) =>
  dayPlanning('2026-11-18', reservations, NAMED, HEADER);
const HOSTILE = '<script>alert("1")</script>&\'';

describe('tout document à imprimer', () => {
  test('échappe ce que des personnes ont écrit, et ne porte aucun script', () => {
    const hostile = reservation({
      noms_participants: [HOSTILE, 'B'.repeat(80)],
      type_lecon: HOSTILE,
      remarques: HOSTILE,
    });
    const report = cavaliersReport(
      {
        total_cavaliers: 1,
        total_reservations: 1,
        anciennes: 0,
        en_attente: 0,
        a_venir: 3,
        sans_prix: 0,
        excusees: 0,
        absentes: 0,
        prix_depuis: null,
        moyenne: 1,
        total_general: 1,
        cavaliers: [
          {
            cle: 'hostile',
            nom: HOSTILE,
            clients: [],
            nombre: 1,
            en_attente: 0,
            non_facturees: 0,
            total: 1,
            types: [
              {
                type_lecon: 'x',
                label: HOSTILE,
                nombre: 1,
                en_attente: 0,
                non_facturees: 0,
                prix: 1,
                total: 1,
              },
            ],
          },
        ],
      },
      { du: null, au: null, cavalier: HOSTILE },
      HEADER,
    );
    for (const html of [semaine(hostile), jour(hostile), report]) {
      expect(html).not.toMatch(/<script|<du>/i);
      expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;');
      expect(html).toMatch(/^<!doctype html>\n<html lang="fr">/);
      expect(html).toContain('Imprimé le 21 novembre 2026 à 09:05');
      // UI-78
      const read = html.slice(html.indexOf('<body')).replaceAll(/<[^>]+>/g, '');
      expect(read).not.toMatch(/\S [:;!?»](?!\S)|« /);
    }
    expect(report).toContain(
      '3 réservations de cette période sont encore à venir\u202f; elles sont comprises dans ces chiffres.',
    );
  });

  test('le pied de page ne sort pas de sa feuille de style', () => {
    const html = documentOf(
      { title: 'a"} </style><b>', orientation: 'portrait', style: '', body: '' },
      HEADER,
    );
    expect(html.match(/<\/style>/g)).toHaveLength(1);
    expect(userText('"')).toBe('<bdi>&quot;</bdi>');
  });
});

describe('la journée', () => {
  test('montre les deux pistes par heure, avec les annulées et leur statut', () => {
    // DESK-22
    const html = jour(
      reservation({ heure_debut: '15:00', heure_fin: '16:00', noms_participants: ['Tard'] }),
      reservation({ statut: 'annulee', noms_participants: ['Annulé'] }),
      reservation({
        type_piste: 'exterieure',
        statut: 'en_attente',
        noms_participants: ['Dehors'],
      }),
      reservation({ date_reservation: '2026-11-19', noms_participants: ['Demain'] }),
    );
    expect(html).toContain('@page{size:A4 portrait');
    expect(html).toContain('<title>Planning du mercredi 18 novembre 2026 ·');
    expect(html).toContain('Mercredi 18 novembre 2026 · 3 réservations');
    const places = [
      'Piste Intérieure',
      'Annulé</bdi>',
      ' Annulée',
      'Tard',
      ' Confirmée',
      'Piste Extérieure',
      'Dehors',
      ' En attente',
    ].map((word) => html.indexOf(word));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(html).not.toContain('Demain');
  });

  test("dit au moniteur ce qu'il doit savoir de chacun, et qui appeler", () => {
    // DESK-22, RIDE-20
    const html = dayPlanning(
      '2026-11-18',
      [
        {
          ...reservation({ noms_participants: ['Léa', 'Tom', 'Zoé'], remarques: 'Première fois' }),
          nom_client: 'Nathalie Dubois',
          telephone: '0475 10 22 33',
          autres: [
            {
              compte: 'Isabelle <Martin>',
              telephone: '081 61 22 33',
              remarques: 'ASTHME : ventoline dans le sac',
              noms: ['Tom', 'Zoé'],
            },
          ],
          notes: [
            { nom: 'Tom', annee_naissance: 2015, note: 'Poney calme seulement' },
            { nom: 'Zoé', annee_naissance: 2012, note: null },
          ],
        },
      ],
      NAMED,
      HEADER,
    );
    const read = html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');
    for (const line of [
      'Tom|, né(e) en 2015\u202f: |Poney calme seulement|',
      'Zoé|, né(e) en 2012|',
      'Réservé par |Nathalie Dubois| · |0475 10 22 33|',
      '|Première fois|',
      'Rejoint par |Isabelle &lt;Martin&gt;| pour |Tom|, |Zoé| · |081 61 22 33|',
      '|ASTHME : ventoline dans le sac|',
    ])
      expect(read).toContain(line);
  });

  test('dit qu’une piste est libre', () => {
    expect(jour().match(/Aucune réservation/g)).toHaveLength(2);
  });
});

describe('la semaine', () => {
  test('a une feuille par piste, des cellules hautes comme les leçons, et pas les annulées', () => {
    // DESK-22, DESK-06
    const html = semaine(
      reservation({ heure_fin: '11:00' }),
      reservation({ statut: 'annulee', noms_participants: ['Annulé'] }),
    );
    expect(html).toContain('@page{size:A4 landscape');
    expect(html.match(/<section class="feuille">/g)).toHaveLength(2);
    expect(html).toContain('rowspan="4"');
    expect(html).not.toContain('Annulé<');
    // Seven columns of 24 half hours on each of 2 arenas, minus the 3 that the lesson covers
    // besides its first.
    expect(html.match(/<td/g)).toHaveLength(2 * 7 * 24 - 3);
  });

  test('compte les noms qui ne tiennent pas, et les écrit tous sur une feuille de plus', () => {
    const noms = [
      'Maximiliaan Martin',
      'Bénédicte Lambert',
      'Clémentine Dubois',
      'Alexandrine Willems',
      'Ève',
      'Fay',
    ];
    const html = semaine(reservation({ noms_participants: noms }));
    // An hour has three lines for names; two full names do not fit on one line.
    expect(html).toContain(
      '<p><bdi>Maximiliaan M.</bdi></p><p><bdi>Bénédicte L.</bdi></p><p><bdi>Clémentine D.</bdi> <b>+3</b></p>',
    );
    expect(html.match(/<section class="feuille">/g)).toHaveLength(3);
    expect(html).toContain(noms.map(userText).join(', '));
    expect(
      semaine(reservation({ noms_participants: ['Ana Maes', 'Bo Maes', 'Cléo Maes'] })),
    ).toContain('<p><bdi>Ana Maes</bdi></p><p><bdi>Bo Maes</bdi></p><p><bdi>Cléo Maes</bdi></p>');
    const four = semaine(
      reservation({ noms_participants: ['Ana Maes', 'Bo Maes', 'Cléo Maes', 'Dan Maes'] }),
    );
    expect(four).toContain('<bdi>Ana M.</bdi>, <bdi>Bo M.</bdi>, <bdi>Cléo M.</bdi>');
    expect(four).toContain('<bdi>Dan M.</bdi>');
    expect(four).not.toContain('<b>+');
  });

  test('un nom trop long ne tient pas non plus', () => {
    const html = semaine(
      reservation({ noms_participants: ['Maximiliaan Van den Broeck de la Tour'] }),
    );
    expect(html).toContain('<p><bdi>Maximiliaan V.</bdi></p>');
    expect(
      semaine(reservation({ noms_participants: ['Wilhelmina-Maximiliana-Alexandrina Dubois'] })),
    ).toMatch(/<p><bdi>Wilhelmina-\w+…<\/bdi><\/p>/);
    expect(html).toContain('Maximiliaan Van den Broeck de la Tour');
  });

  test("dit de chaque leçon ce qu'elle est : en entier où une ligne reste, en court à côté de l'heure sinon", () => {
    const quoiDe = (heure_fin: string) => (type_lecon: string) =>
      /<p class="quoi">.*?<\/b><span>(.*?)<\/i>/.exec(
        semaine(reservation({ type_lecon, heure_debut: '10:00', heure_fin })),
      )?.[1];
    const what = quoiDe('10:30');
    expect(quoiDe('11:00')('collective')).toBe('1/6</span></p><p><i><bdi>Leçon collective</bdi>');
    expect(['saut', 'collective', 'longe', 'voltige'].map(what)).toEqual([
      '1/3</span><i><bdi>saut</bdi>',
      '1/6</span><i><bdi>collective</bdi>',
      '1/2</span><i><bdi>Longe</bdi>',
      '1/6</span><i><bdi>voltige</bdi>',
    ]);
  });

  test('un type de leçon supprimé y est par sa valeur', () => {
    expect(jour(reservation({ type_lecon: 'voltige' }))).toContain(
      '<bdi>voltige</bdi></b>1 / 6 personne',
    );
  });
});

describe('les fermetures', () => {
  // FERM-04
  const gel = {
    id: 'f',
    pistes: ['interieure'],
    du: '2026-11-17',
    au: '2026-11-18',
    heure_debut: '08:00',
    heure_fin: '12:00',
    motif: 'Gel & <neige>',
    publique: false,
  };
  const named = { ...NAMED, fermetures: [gel] };

  test('le jour les dit au-dessus des leçons de leur piste', () => {
    const html = dayPlanning('2026-11-18', [reservation()], named, HEADER);
    const [interieure = '', exterieure = ''] = html.split('<section>').slice(1);
    expect(interieure).toContain('Fermé de 8h00 à 12h00\u202f: <bdi>Gel &amp; &lt;neige&gt;</bdi>');
    expect(exterieure).not.toContain('Fermé');
  });

  test('la semaine les met autour d’une leçon gardée, sans une cellule de trop', () => {
    const html = weekPlanning('2026-11-16', [reservation()], named, HEADER);
    const [interieure = '', exterieure = ''] = html.split('class="feuille"').slice(1);
    expect(interieure.match(/<td class="ferme" rowspan="\d+"/g)).toEqual([
      '<td class="ferme" rowspan="8"',
      '<td class="ferme" rowspan="2"',
      '<td class="ferme" rowspan="4"',
    ]);
    expect(interieure).toContain('<b>Fermé</b> <bdi>Gel &amp; &lt;neige&gt;</bdi>');
    expect(exterieure).not.toContain('class="ferme"');
    // The cells of 24 half hours on 7 days, each counted with its rows.
    const rows = [...interieure.matchAll(/<td[^>]*?(?:rowspan="(\d+)")?>/g)];
    expect(rows.reduce((sum, [, n]) => sum + Number(n ?? 1), 0)).toBe(24 * 7);
  });
});

test('une période en mots', () => {
  expect(periodInWords('2026-11-01', '2026-11-30')).toBe(
    'Du 1er novembre 2026 au 30 novembre 2026',
  );
  expect([
    periodInWords('2026-11-02', '2026-11-02'),
    periodInWords('2026-11-02', null),
    periodInWords(null, '2026-11-02'),
    periodInWords(null, null),
  ]).toEqual([
    'Le 2 novembre 2026',
    'À partir du 2 novembre 2026',
    "Jusqu'au 2 novembre 2026",
    'Toutes les dates',
  ]);
});

test('le rapport des statistiques dit comment il compte', () => {
  // PRICE-15
  const nothing = {
    total_cavaliers: 0,
    total_reservations: 0,
    moyenne: 0,
    total_general: 0,
    anciennes: 0,
    en_attente: 0,
    a_venir: 0,
    sans_prix: 0,
    excusees: 0,
    absentes: 0,
    prix_depuis: null,
    cavaliers: [],
  };
  expect(
    cavaliersReport(
      { ...nothing, prix_depuis: '2026-11-26' },
      { du: null, au: null, cavalier: null },
      HEADER,
    ),
  ).toContain(
    "Les leçons réservées avant le 26 novembre 2026 ont gardé le prix de ce jour-là\u202f: celui d'avant n'était pas enregistré.",
  );
  expect(cavaliersReport(nothing, { du: null, au: null, cavalier: null }, HEADER)).toContain(
    'Chaque participant compte une fois par réservation et se facture au prix gardé avec sa place. Les réservations annulées ne comptent pas\u202f; celles en attente sont montrées à part et ne sont pas facturées.',
  );
});
