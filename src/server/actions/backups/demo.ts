/** The demonstration that fills an empty database (SET-17). */
import { addDays, JOURS_DE_LECON, momentAt, mondayOf } from '#domain/core/calendrier.ts';
import { creneauxOf, findOverlaps, heureFin } from '#domain/slots/creneaux.ts';
import { type Heures, type Horaires, isOutside, plageOf } from '#domain/slots/horaires.ts';
import { fermeturesOfDay } from '#domain/closures.ts';
import { DEFAULT_PISTES } from '#domain/slots/pistes.ts';
import { DEFAULT_TYPES } from '#domain/types/types_lecons.ts';
import { DEMO_DOMAIN, type Role, type StatutUser } from '#domain/people/users.ts';
import { transact } from '#server/platform/db.ts';
import { lockKeyAtStart } from '#server/platform/locks.ts';
import type { Services } from '#server/platform/services.ts';
import { insertCavalier } from '#server/stores/riders.ts';
import { insertClient, setPayeur } from '#server/stores/customers/clients.ts';
import { insertFermeture } from '#server/stores/closures.ts';
import { updateParametres } from '#server/stores/settings.ts';
import { priceSeats, setPrix } from '#server/stores/prices/prix.ts';
import {
  importReservations,
  type NewReservation,
  predateReservations,
  markAbsences,
  seatNamedCustomers,
} from '#server/stores/lessons/reservations.ts';
import { updateType } from '#server/stores/types.ts';
import { countUsers, insertAccount } from '#server/stores/people/users.ts';

export const DEMO_PASSWORD = 'manege-demo';

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];

/** Wednesday in two periods, and a summer without lessons in the midday heat (SET-46). */
const HORAIRES: Horaires = {
  semaine: ALL_DAYS.map((weekday) =>
    weekday === 2
      ? [
          { debut: '09:00', fin: '12:30' },
          { debut: '13:30', fin: '20:00' },
        ]
      : null,
  ),
  saisons: [
    {
      nom: 'Été',
      du: '2026-07-01',
      au: '2026-08-31',
      annuelle: true,
      semaine: ALL_DAYS.map(() => [
        { debut: '07:30', fin: '12:00' },
        { debut: '16:00', fin: '21:00' },
      ]),
    },
  ],
};
const HEURES: Heures = { ouverture: '08:00', fermeture: '20:00', horaires: HORAIRES };

type Person = { prenom: string; nom: string; role?: Role; statut?: StatutUser; label?: string };

const PEOPLE: readonly Person[] = [
  { prenom: 'Camille', nom: 'Lambert', label: 'cavalière' },
  { prenom: 'Sophie', nom: 'Delvaux', role: 'admin', label: 'administratrice' },
  { prenom: 'Marc', nom: 'Vandenberghe', role: 'admin', label: 'administrateur' },
  { prenom: 'Hugo', nom: 'Dubois', label: 'cavalier' },
  { prenom: 'Inès', nom: 'Lefèvre', statut: 'en_attente', label: 'demande en attente' },
  { prenom: 'Élise', nom: 'Maes' },
  { prenom: 'Zoé', nom: 'Willems' },
  { prenom: 'Nathan', nom: 'Claes' },
  { prenom: 'Louise', nom: 'Peeters' },
  { prenom: 'Jules', nom: 'Renard' },
  { prenom: 'Léa', nom: 'Martens' },
  { prenom: 'Noah', nom: 'Janssens' },
  { prenom: 'Chloé', nom: "D'Hondt" },
  { prenom: 'Arthur', nom: 'Goossens' },
  { prenom: 'Manon', nom: 'Wouters' },
  { prenom: 'Théo', nom: 'Simon', statut: 'en_attente' },
  { prenom: 'Lucas', nom: 'Mertens', statut: 'inactif' },
];

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
const emailOf = ({ prenom, nom }: Person): string =>
  `${plain(prenom)}.${plain(nom)}@${DEMO_DOMAIN}`;

/** The accounts that `npm start` prints. */
export const DEMO_PEOPLE = PEOPLE.flatMap((person) =>
  person.label ? [{ email: emailOf(person), label: person.label }] : [],
);

const PRIX: Record<string, number> = {
  particuliere: 38_00,
  collective: 22_00,
  travail_pied: 20_00,
  longe: 25_00,
  saut: 30_00,
  liberte: 18_00,
};

/**
 * The riders for whom some of them book, with the year of birth, and a note for the instructor
 * (RIDE-20).
 */
const CAVALIERS: Record<string, readonly [nom: string, annee: number, note?: string][]> = {
  'Camille Lambert': [
    ['Louis Lambert', 2016, 'Monte depuis un an, un peu peureux au galop'],
    ['Alice Lambert', 2018],
  ],
  'Hugo Dubois': [['Rose Dubois', 2015, 'Allergique au foin']],
  'Élise Maes': [
    ['Oscar Maes', 2014],
    ['Juliette Maes', 2017, 'Première année, sur poney'],
  ],
  'Noah Janssens': [['Emma Janssens', 2013]],
};

/** A customer without an account who pays for one (CLI-05). */
const GRAND_MERE = {
  nom: 'Odette Maes',
  telephone: '0476 12 34 56',
  email: null,
  adresse: 'Rue du Moulin 8\n5030 Gembloux',
  note: "Grand-mère d'Oscar et de Juliette, paie leurs leçons",
};
const PAYE_PAR_ELLE = 'Élise Maes';

/** Customers without an account, who book by telephone (CLI-01), each with a child who rides. */
const AU_TELEPHONE: readonly [prenom: string, enfant: string, nom: string][] = [
  ['Joseph', 'Basile', 'Lambotte'],
  ['Anne', 'Clara', 'Bernard'],
  ['Benoît', 'Margaux', 'Charlier'],
  ['Caroline', 'Victor', 'Collignon'],
  ['Didier', 'Elsa', 'Dardenne'],
  ['Estelle', 'Martin', 'Delvigne'],
  ['Fabian', 'Lina', 'Evrard'],
  ['Geneviève', 'Simon', 'Fontaine'],
  ['Hélène', 'Romane', 'Gérard'],
  ['Isabelle', 'Adrien', 'Henrard'],
  ['Jérôme', 'Capucine', 'Jacquet'],
  ['Karine', 'Félix', 'Lacroix'],
  ['Laurent', 'Mila', 'Leclercq'],
  ['Murielle', 'Gaspard', 'Marchal'],
  ['Nicolas', 'Agathe', 'Noël'],
  ['Olivier', 'Lise', 'Paquet'],
  ['Pascale', 'Eliott', 'Quinet'],
  ['Quentin', 'Victoire', 'Rousseau'],
  ['Régine', 'Maxence', 'Servais'],
  ['Sandrine', 'Apolline', 'Thiry'],
  ['Thierry', 'Robin', 'Urbain'],
  ['Ursule', 'Anaïs', 'Vincent'],
  ['Valérie', 'Achille', 'Warnier'],
  ['William', 'Jeanne', 'Yernaux'],
];
const AU_TELEPHONE_NOTE = 'Réserve toujours par téléphone, rappeler le soir';

const REMARQUES = [
  null,
  null,
  null,
  null,
  'Premier cours',
  'Poney calme, merci',
  'Prépare le Galop 3',
  'Arrive dix minutes plus tôt',
];

/**
 * Riders may do everything that a centre can allow (SET-31), and no account can take every slot
 * (SET-40).
 */
const RIGHTS = {
  riderCancellation: true,
  riderChanges: true,
  riderGrace: true,
  slotAlerts: true,
  calendarFeeds: true,
  showPrices: true,
  lateCharge: 'moitie' as const,
  maxOpenBookingsApplied: true,
  maxOpenBookings: 100,
};

/** Statements and payments (REL-01), to the example of an IBAN that every bank knows. */
const FACTURATION = {
  billing: true,
  billingHolder: 'Manège de démonstration SRL',
  billingIban: 'BE68539007547034',
  centreName: 'Manège de démonstration',
  centreForm: 'SRL',
  centreAddress: 'Rue du Manège 1\n5030 Gembloux',
  centreNumber: 'BE 0123.456.749',
};

/** A closure of the outdoor arena on a morning of the second week (FERM-01). */
const fermetureFrom = (jour: string) => ({
  pistes: ['exterieure'],
  du: addDays(jour, 8),
  au: addDays(jour, 8),
  heure_debut: '08:00',
  heure_fin: '12:00',
  motif: 'Entretien du sol',
});

/** The most seats that one customer has in a week. */
const MOST_SEATS = 4;

/** Days of lessons before and after today. */
const DAYS_BEFORE = 21;
const DAYS_AFTER = 28;

/** Days from booking to lesson, and from the last sign-up to the first booking. */
const BOOKED_BEFORE = 6;
const SIGNED_UP_BEFORE = 14;

/**
 * Fills an empty database with people, prices and some weeks of lessons, in one transaction; of
 * several instances that start together, only one does (SET-17).
 */
export async function fillDemo(services: Services): Promise<void> {
  const passwordHash = await services.auth.hashPassword(DEMO_PASSWORD);
  const { jour } = momentAt(services.now());
  /** Sign-ups are some days apart, all before the first booking; pending accounts are recent. */
  const signedUpAt = (n: number): Date => {
    const days =
      PEOPLE[n]?.statut === 'en_attente'
        ? 1
        : DAYS_BEFORE + BOOKED_BEFORE + SIGNED_UP_BEFORE + 9 * (PEOPLE.length - n);
    return new Date(services.now().getTime() - (24 * days + (n % 5)) * 3_600_000);
  };
  await transact(services.db, [], async (tx) => {
    await lockKeyAtStart(tx, 'demonstration');
    if ((await countUsers(tx)).demo) return;
    const riders: Rider[] = [];
    for (const [n, person] of PEOPLE.entries()) {
      const { prenom, nom, role = 'utilisateur', statut = 'actif' } = person;
      const id = await insertAccount(tx, {
        email: emailOf(person),
        prenom,
        nom,
        role,
        statut,
        passwordHash,
        telephone: null,
        created_at: signedUpAt(n),
      });
      if (id && role === 'utilisateur' && statut === 'actif')
        riders.push(
          riderOf(
            id,
            `${prenom} ${nom}`,
            CAVALIERS[`${prenom} ${nom}`]?.map(([name]) => name),
          ),
        );
    }
    for (const [type, centimes] of Object.entries(PRIX)) {
      await setPrix(tx, type, {
        aujourdhui: jour,
        present: { du: JOURS_DE_LECON.premier, centimes },
        suivant: null,
      });
    }
    for (const { id, nom } of riders) {
      for (const [cavalier, annee_naissance, note = null] of CAVALIERS[nom] ?? [])
        await insertCavalier(tx, id, { nom: cavalier, annee_naissance, note }, services.now());
    }
    const payeur = await insertClient(tx, GRAND_MERE, services.now());
    const paid = riders.find(({ nom }) => nom === PAYE_PAR_ELLE);
    if (payeur && paid) await setPayeur(tx, paid.id, payeur);
    for (const [n, [prenom, enfant, nom]] of AU_TELEPHONE.entries()) {
      const id = await insertClient(
        tx,
        {
          nom: `${prenom} ${nom}`,
          telephone: `081 55 44 ${10 + n}`,
          email: null,
          adresse: null,
          note: n === 0 ? AU_TELEPHONE_NOTE : null,
        },
        services.now(),
      );
      if (!id) continue;
      const cavalier = { nom: `${enfant} ${nom}`, annee_naissance: 2011 + (n % 7), note: null };
      await insertCavalier(tx, id, cavalier, services.now());
      riders.push(riderOf(id, `${prenom} ${nom}`, [cavalier.nom]));
    }
    await updateType(tx, 'collective', { ouverte: true });
    await updateParametres(tx, {
      ...RIGHTS,
      ...FACTURATION,
      billingSince: addDays(jour, -DAYS_BEFORE),
      contactTelephone: '081 61 23 45',
      contactEmail: `accueil@${DEMO_DOMAIN}`,
      horaires: HORAIRES,
    });
    const random = mulberry32(1987);
    const lecons: NewReservation[] = [];
    for (let n = -DAYS_BEFORE; n <= DAYS_AFTER; n += 1)
      lecons.push(...leconsOf(addDays(jour, n), n, riders, random));
    const closed = fermetureFrom(jour);
    await importReservations(
      tx,
      lecons.filter(
        (lecon) =>
          findOverlaps(
            lecon,
            fermeturesOfDay([closed], lecon.date_reservation, lecon.type_piste),
            null,
          ).length === 0,
      ),
    );
    await priceSeats(tx);
    await insertFermeture(tx, closed);
    await seatNamedCustomers(tx);
    await markAbsences(tx, jour);
    await predateReservations(tx, BOOKED_BEFORE);
  });
}

type Rider = {
  id: string;
  nom: string;
  /** For whom it books too. */
  cavaliers: readonly string[];
  /** How many seats it has, by the Monday of the week. */
  seats: Map<string, number>;
};

const riderOf = (id: string, nom: string, cavaliers: readonly string[] = []): Rider => ({
  id,
  nom,
  cavaliers,
  seats: new Map(),
});

/** Lessons of one day on both arenas: busier close to today and in the afternoon. */
function leconsOf(
  jour: string,
  distance: number,
  riders: readonly Rider[],
  random: () => number,
): NewReservation[] {
  const lecons: NewReservation[] = [];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const density = 0.26 * (distance > 7 ? 1 - distance / (DAYS_AFTER * 1.4) : 1);
  const plage = plageOf(HEURES, jour);
  for (const { id: type_piste } of DEFAULT_PISTES) {
    let freeFrom = '';
    for (const heure_debut of creneauxOf(plage)) {
      const afternoon = heure_debut >= '13:30' ? 1.25 : 0.75;
      if (heure_debut < freeFrom || random() > density * afternoon) continue;
      const type = pick(DEFAULT_TYPES);
      const heure_fin = heureFin(heure_debut, type.duree_minutes, plage);
      if (heure_fin === null || isOutside({ heure_debut, heure_fin }, HEURES, jour)) continue;
      const week = mondayOf(jour);
      const left = ({ seats }: Rider) => MOST_SEATS - (seats.get(week) ?? 0);
      const seat = (rider: Rider, nom: string): string => {
        rider.seats.set(week, (rider.seats.get(week) ?? 0) + 1);
        return nom;
      };
      const free = riders.filter((rider) => left(rider) > 0).toSorted(() => random() - 0.5);
      const [client, ...others] = free;
      if (!client) continue;
      const count = 1 + Math.floor(random() * type.max_personnes);
      const noms_participants = [client.nom, ...client.cavaliers]
        .slice(0, Math.min(count, left(client)))
        .map((nom) => seat(client, nom));
      for (const other of others.slice(0, count - noms_participants.length))
        noms_participants.push(seat(other, other.nom));
      lecons.push({
        user_id: client.id,
        nom_client: client.nom,
        noms_participants,
        nombre_personnes: noms_participants.length,
        date_reservation: jour,
        heure_debut,
        heure_fin,
        type_piste,
        type_lecon: type.value,
        statut: random() < 0.06 ? 'en_attente' : 'confirmee',
        remarques: pick(REMARQUES),
      });
      freeFrom = heure_fin;
    }
  }
  return lecons;
}

/** A small seeded generator, so that every copy shows the same centre. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
