/**
 * The texts of emails about a lesson: the lesson, the values before a change, and why it is
 * cancelled (MAIL-07).
 */
import { formatHeure, formatJour, momentAt } from '#domain/core/calendrier.ts';
import type {
  ContenuCourriel,
  ContenuDeLecon,
  CreneauDeCourriel,
  LeconDeCourriel,
  SorteDeLecon,
} from '#domain/emails/courriels.ts';
import { pisteDeCourriel } from '#domain/emails/envois.ts';
import { montantInWords } from '#domain/prices.ts';
import type { Block, CardRow, Page } from './layout.ts';

const TEXTS: Record<
  SorteDeLecon,
  { sujet: string; title: string; sentence: string; waiting?: string }
> = {
  reservation_confirmee: {
    sujet: 'Leçon confirmée',
    title: 'Votre leçon est confirmée',
    sentence: 'Votre réservation est enregistrée. À bientôt !',
  },
  reservation_modifiee: {
    sujet: 'Leçon modifiée',
    title: 'Votre leçon a changé',
    sentence: "Le centre a modifié votre réservation. La voici telle qu'elle est maintenant.",
  },
  reservation_annulee: {
    sujet: 'Leçon annulée',
    title: 'Votre leçon est annulée',
    sentence: "Cette leçon n'aura pas lieu.",
    waiting: "Cette leçon attendait la confirmation du centre. Elle n'aura pas lieu.",
  },
  rappel: {
    sujet: 'Rappel de votre leçon',
    title: 'Votre leçon approche',
    sentence: 'Nous vous attendons pour votre leçon.',
    waiting: "Cette leçon approche, mais le centre ne l'a pas encore confirmée.",
  },
};

/** Day and start in the format of subjects: 'lundi 23 novembre 2026, 10h00'. */
const whenOf = ({
  date_reservation,
  heure_debut,
}: Pick<CreneauDeCourriel, 'date_reservation' | 'heure_debut'>): string =>
  `${formatJour(date_reservation, 'long')}, ${formatHeure(heure_debut)}`;

const hoursOf = ({
  heure_debut,
  heure_fin,
}: Pick<CreneauDeCourriel, 'heure_debut' | 'heure_fin'>): string =>
  `de ${formatHeure(heure_debut)} à ${formatHeure(heure_fin)}`;

/** In a copy for the centre: who changed or cancelled the lesson. */
function authorRow({ sorte, par }: ContenuDeLecon): CardRow[] {
  return par
    ? [
        [
          sorte === 'reservation_annulee' ? 'Annulée par' : 'Modifiée par',
          par === 'cavalier' ? 'le cavalier' : 'le centre',
        ],
      ]
    : [];
}

/** Whom the rider may ask, or until when the rider can change the lesson without asking. */
function noteOf({ soi_meme: own, trop_tard: late, raviser }: ContenuDeLecon): string {
  const first = [
    ...(late ? ["Le délai pour l'annuler vous-même est passé."] : []),
    ...(raviser === undefined
      ? []
      : [
          `Si c'est une erreur, vous pouvez encore l'annuler jusqu'à ${formatHeure(momentAt(new Date(raviser)).heure)}, dans « Mes réservations ».`,
        ]),
  ];
  if (!own)
    return [
      ...first,
      raviser === undefined
        ? "Pour la changer ou l'annuler, parlez-en au centre."
        : 'Ensuite, parlez-en au centre.',
    ].join(' ');
  const { jour, heure } = momentAt(new Date(own.jusque));
  const verbs = [...(own.changer ? ['changer'] : []), ...(own.annuler ? ['annuler'] : [])].join(
    " ou l'",
  );
  return [
    ...first,
    `Vous pouvez ${own.changer ? 'la ' : "l'"}${verbs} jusqu'au ${formatJour(jour, 'long')} à ${formatHeure(heure)}, dans « Mes réservations ». Après, parlez-en au centre.`,
  ].join(' ');
}

/**
 * The texts for an action of the rider, and for a change that affects only the rider's own places
 * in a lesson that still takes place.
 */
function textsOf({ sorte, par, place }: ContenuDeLecon): (typeof TEXTS)[SorteDeLecon] {
  const isOwn = par === 'cavalier';
  if (sorte === 'reservation_modifiee' && isOwn)
    return {
      ...TEXTS[sorte],
      sentence: "Vous avez changé votre réservation. La voici telle qu'elle est maintenant.",
    };
  if (sorte !== 'reservation_annulee') return TEXTS[sorte];
  if (place) {
    return {
      sujet: 'Place annulée',
      title: 'Votre place est annulée',
      sentence: isOwn
        ? 'Vous avez annulé votre place dans cette leçon.'
        : 'Le centre a retiré votre place de cette leçon.',
    };
  }
  return isOwn
    ? {
        ...TEXTS[sorte],
        sentence: 'Vous avez annulé cette leçon.',
        waiting: 'Vous avez annulé cette leçon.',
      }
    : TEXTS[sorte];
}

/** The note in emails that a person may switch off (MAIL-24). */
const CHOSEN = 'Vous ne voulez plus de ces emails ? « Mon profil » les éteint.';

/** The subjects of the centre's copies. */
const COPY_SUBJECTS: Record<SorteDeLecon, string> = {
  reservation_confirmee: 'Leçon réservée',
  reservation_modifiee: 'Leçon modifiée',
  reservation_annulee: 'Leçon annulée',
  rappel: 'Leçon rappelée',
};

export function leconPage(contenu: ContenuDeLecon): Page {
  const { sorte, nom, lecon, copie: copy } = contenu;
  const when = whenOf(lecon);
  const card = cardOf(contenu);
  if (copy) {
    return {
      // without a name once it is erased
      sujet: `${COPY_SUBJECTS[sorte]} : ${nom === '' ? '' : `${nom}, `}${when}`,
      title: COPY_SUBJECTS[sorte],
      preview: `${lecon.type}, ${pisteDeCourriel(lecon)}`,
      greeting: null,
      blocks: [
        {
          card: [
            ...(nom === '' ? [] : [['Réservée par', nom] as const]),
            ...authorRow(contenu),
            ...card,
          ],
        },
        { button: 'Ouvrir le planning', to: '/app/webmaster' },
      ],
    };
  }
  const { sujet, title, sentence, waiting = sentence } = textsOf(contenu);
  return {
    sujet: `${sujet} : ${when}`,
    title,
    preview: `${lecon.type}, ${pisteDeCourriel(lecon)}, ${hoursOf(lecon)}`,
    greeting: nom,
    blocks: [
      { sentence: lecon.en_attente ? waiting : sentence },
      { card },
      ...(sorte === 'reservation_annulee'
        ? [{ button: 'Réserver une autre leçon', to: '/app/reservation' } as const]
        : [
            { button: 'Voir mes réservations', to: '/app/reservation' } as const,
            { note: noteOf(contenu) },
            ...(sorte === 'rappel' ? [{ note: CHOSEN }] : []),
          ]),
    ],
  };
}

/** The texts for several lessons to which the same happened. */
const TEXTS_OF_ALL: Partial<Record<SorteDeLecon, { title: string; sentence: string }>> = {
  reservation_annulee: {
    title: 'Vos leçons sont annulées',
    sentence: "Ces leçons n'auront pas lieu.",
  },
  reservation_confirmee: {
    title: 'Vos leçons sont confirmées',
    sentence: 'Vos réservations sont enregistrées. À bientôt !',
  },
};

/** The participles of a subject that counts lessons: '2 leçons annulées, 1 leçon modifiée'. */
const OUTCOMES = [
  ['reservation_annulee', 'annulée'],
  ['reservation_modifiee', 'modifiée'],
  ['reservation_confirmee', 'confirmée'],
] as const satisfies readonly (readonly [SorteDeLecon, string])[];

function countInWords(contenus: readonly ContenuDeLecon[]): string {
  return OUTCOMES.flatMap(([sorte, word]) => {
    const n = contenus.filter((contenu) => contenu.sorte === sorte).length;
    const plural = n > 1 ? 's' : '';
    return n === 0 ? [] : [`${n} leçon${plural} ${word}${plural}`];
  }).join(', ');
}

type Group = readonly [ContenuDeLecon, ...ContenuDeLecon[]];

/**
 * Groups lessons whose emails differ only in the day; the groups are in the order of their first
 * lesson.
 */
function alike(contenus: readonly ContenuDeLecon[]): Group[] {
  const groups = Map.groupBy(contenus, (contenu) =>
    JSON.stringify([
      contenu.nom,
      contenu.par,
      textsOf(contenu).sujet,
      cardOf(contenu).filter(([label]) => label !== DAY),
    ]),
  );
  return [...groups.values()] as unknown as Group[];
}

/** The blocks for lessons that differ only in their day. */
function cardBlocks(group: Group, copy: boolean): Block[] {
  const [first, ...others] = group;
  const { sorte, nom, lecon } = first;
  const own = copy ? COPY_SUBJECTS[sorte] : textsOf(first).sujet;
  const notes = new Set(group.map(noteOf));
  const [note] = notes;
  return [
    {
      sentence:
        others.length === 0 ? `${own} : ${whenOf(lecon)}` : `${countInWords(group)}, de même :`,
    },
    {
      card: [
        ...(copy && nom !== '' ? [['Réservée par', nom] as const] : []),
        ...(copy ? authorRow(first) : []),
        ...(others.length === 0 ? cardOf(first) : cardOfAll(group)),
      ],
    },
    ...(copy || sorte === 'reservation_annulee' || note === undefined
      ? []
      : [{ note: notes.size === 1 ? note : NOTE_OF_SEVERAL }]),
  ];
}

const NOTE_OF_SEVERAL =
  "Ce que vous pouvez encore changer ou annuler, et jusqu'à quand, se lit dans « Mes réservations ».";

/** The card of the first lesson, with the days of all. */
function cardOfAll(group: Group): CardRow[] {
  const days = group.flatMap((contenu) => cardOf(contenu).filter(([label]) => label === DAY));
  const before = days.flatMap(([, , avant]) => avant ?? []);
  const list = (lines: readonly string[]): string => lines.join('\n');
  return [
    [
      'Jours',
      list(days.map(([, value]) => value)),
      ...(before.length === days.length ? ([list(before)] as const) : []),
    ] as CardRow,
    ...cardOf(group[0]).filter(([label]) => label !== DAY),
  ];
}

/** Several lessons in one message to one recipient, ordered by day and hour (MAIL-26). */
export function leconsPage(contenus: readonly ContenuDeLecon[]): Page {
  const sorted = contenus.toSorted((a, b) =>
    `${a.lecon.date_reservation} ${a.lecon.heure_debut}`.localeCompare(
      `${b.lecon.date_reservation} ${b.lecon.heure_debut}`,
    ),
  );
  const copy = sorted.some(({ copie }) => copie);
  const stay = sorted.filter(({ sorte }) => sorte !== 'reservation_annulee');
  const sujet = countInWords(sorted);
  const [first] = sorted;
  const ofAll =
    copy || !first || sorted.some(({ sorte }) => sorte !== first.sorte)
      ? undefined
      : TEXTS_OF_ALL[first.sorte];
  return {
    sujet,
    title: copy ? 'Leçons changées' : (ofAll?.title ?? 'Vos leçons ont changé'),
    preview: sorted.map(({ lecon }) => whenOf(lecon)).join(' ; '),
    greeting: copy ? null : (first?.nom ?? null),
    blocks: [
      { sentence: ofAll?.sentence ?? `${sujet} :` },
      ...alike(sorted).flatMap((group) => cardBlocks(group, copy)),
      copy
        ? { button: 'Ouvrir le planning', to: '/app/webmaster' }
        : stay.length > 0
          ? { button: 'Voir mes réservations', to: '/app/reservation' }
          : { button: 'Réserver une autre leçon', to: '/app/reservation' },
    ],
  };
}

/**
 * A slot for which the rider requested an alert is free: the rider may now book it or join its
 * lesson (RIDE-30). Nobody holds the place until then.
 */
export function placeLibrePage({
  nom,
  creneau,
  rejoindre,
}: Extract<ContenuCourriel, { sorte: 'place_libre' }>): Page {
  const when = whenOf(creneau);
  const title = rejoindre ? 'Des places se sont libérées' : "Le créneau s'est libéré";
  return {
    sujet: `${rejoindre ? 'Des places libres' : 'Un créneau libre'} : ${when}`,
    title,
    preview: `${creneau.type}, ${pisteDeCourriel(creneau)}, ${hoursOf(creneau)}`,
    greeting: nom,
    blocks: [
      {
        sentence: `${title}, comme vous l'aviez demandé. La place va à qui réserve en premier : elle n'est pas gardée pour vous.`,
      },
      { card: SLOT_ROWS.map(({ label, shown }) => [label, shown(creneau)] as const) },
      {
        button: rejoindre ? 'Rejoindre la leçon' : 'Réserver ce créneau',
        to: `/app/reservation?jour=${creneau.date_reservation}&heure=${creneau.heure_debut}&piste=${creneau.type_piste}${creneau.type_lecon ? `&lecon=${encodeURIComponent(creneau.type_lecon)}` : ''}`,
      },
      { note: "Cette demande est terminée : vous ne recevrez pas d'autre email pour ce créneau." },
      { note: CHOSEN },
    ],
  };
}

const DAY = 'Jour';

/** The lines of a slot's card. */
const SLOT_ROWS: readonly { label: string; shown: (creneau: CreneauDeCourriel) => string }[] = [
  { label: DAY, shown: ({ date_reservation }) => formatJour(date_reservation, 'long') },
  { label: 'Heures', shown: hoursOf },
  { label: 'Piste', shown: pisteDeCourriel },
  { label: 'Leçon', shown: ({ type }) => type },
];

/**
 * Every line of a lesson's card. `none`: shown instead of an empty value if the other version of
 * the value, before or after the change, is not empty.
 */
const ROWS: readonly { label: string; shown: (lecon: LeconDeCourriel) => string; none?: string }[] =
  [
    ...SLOT_ROWS,
    { label: 'Participants', shown: ({ noms_participants }) => noms_participants.join(', ') },
    {
      label: 'État',
      shown: ({ en_attente }) => (en_attente ? 'En attente de confirmation par le centre' : ''),
      none: 'Confirmée par le centre',
    },
    { label: 'Remarques', shown: ({ remarques }) => remarques ?? '', none: 'aucune' },
  ];

function cardOf({ sorte, lecon, avant: before = lecon, raison, prix }: ContenuDeLecon): CardRow[] {
  // A cancelled lesson no longer waits for a confirmation.
  const rows =
    sorte === 'reservation_annulee' ? ROWS.filter(({ label }) => label !== 'État') : ROWS;
  return [
    ...rows.flatMap(({ label, shown, none = '' }): CardRow[] => {
      const [current, previous] = [shown(lecon), shown(before)];
      if (current === previous) return current === '' ? [] : [[label, current]];
      return [[label, current || none, previous || none]];
    }),
    ...(prix ? [['Prix', montantInWords(prix.centimes, prix.places)] as const] : []),
    ...(raison ? [['Raison', raison] as const] : []),
  ];
}
