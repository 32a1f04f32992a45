/** The demonstration that fills an empty database (SET-17). */
import { addDays, momentAt } from '#domain/calendrier.ts';
import { CRENEAUX, heureFin, TYPES_PISTE } from '#domain/creneaux.ts';
import { DEFAULT_TYPES } from '#domain/types_lecons.ts';
import { DEMO_DOMAIN, type Role, type StatutUser } from '#domain/users.ts';
import { transact, type Tx } from '../platform/db.ts';
import { lockKeyAtStart } from '../platform/locks.ts';
import type { Services } from '../platform/services.ts';
import { updateParametres } from '../stores/parametres.ts';
import { setPrix } from '../stores/prix.ts';
import { insertReservation, predateReservations } from '../stores/reservations.ts';
import { hasDomain, insertCompte } from '../stores/users.ts';

export const DEMO_PASSWORD = 'manege-demo';

type Person = { prenom: string; nom: string; role?: Role; statut?: StatutUser; quoi?: string };

const PEOPLE: readonly Person[] = [
  { prenom: 'Camille', nom: 'Lambert', quoi: 'cavalière' },
  { prenom: 'Sophie', nom: 'Delvaux', role: 'admin', quoi: 'administratrice' },
  { prenom: 'Marc', nom: 'Vandenberghe', role: 'admin', quoi: 'administrateur' },
  { prenom: 'Hugo', nom: 'Dubois', quoi: 'cavalier' },
  { prenom: 'Inès', nom: 'Lefèvre', statut: 'en_attente', quoi: 'demande en attente' },
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

const plain = (text: string): string => text.normalize('NFD').replace(/[^A-Za-z]/g, '').toLowerCase();
const emailOf = ({ prenom, nom }: Person): string => `${plain(prenom)}.${plain(nom)}@${DEMO_DOMAIN}`;

/** The accounts that `npm start` prints. */
export const DEMO_PEOPLE = PEOPLE.flatMap((person) => (person.quoi ? [{ email: emailOf(person), quoi: person.quoi }] : []));

const PRIX: Record<string, string> = {
  particuliere: '38.00', collective: '22.00', travail_pied: '20.00', longe: '25.00', saut: '30.00', liberte: '18.00',
};

const REMARQUES = [null, null, null, null, 'Premier cours', 'Poney calme, merci', 'Prépare le Galop 3', 'Arrive dix minutes plus tôt'];

/** Days of lessons before and after today. */
const AVANT = 21;
const APRES = 28;

/** Days from booking to lesson, and from the last sign-up to the first booking. */
const RESERVEE_AVANT = 6;
const INSCRITS_AVANT = 14;

/** True while there are accounts of the demonstration. */
export const hasDemo = ({ db }: Pick<Services, 'db'>): Promise<boolean> => hasDomain(db, DEMO_DOMAIN);

/** Fills an empty database with people, prices and some weeks of lessons, in one transaction; of several instances that start together, one does. */
export async function fillDemo(services: Services): Promise<void> {
  const passwordHash = await services.auth.hashPassword(DEMO_PASSWORD);
  const { jour } = momentAt(services.now());
  /** Sign-ups lie some days apart, all before the first booking; pending accounts are recent. */
  const inscritLe = (n: number): Date => {
    const jours = PEOPLE[n]?.statut === 'en_attente' ? 1 : AVANT + RESERVEE_AVANT + INSCRITS_AVANT + 9 * (PEOPLE.length - n);
    return new Date(services.now().getTime() - (24 * jours + n % 5) * 3_600_000);
  };
  await transact(services.db, [], async (tx) => {
    await lockKeyAtStart(tx, 'demonstration');
    if (await hasDomain(tx, DEMO_DOMAIN)) return;
    const riders: Rider[] = [];
    for (const [n, person] of PEOPLE.entries()) {
      const { prenom, nom, role = 'utilisateur', statut = 'actif' } = person;
      const id = await insertCompte(tx, { email: emailOf(person), prenom, nom, role, statut, passwordHash, telephone: null, createdAt: inscritLe(n) });
      if (id && role === 'utilisateur' && statut === 'actif') riders.push({ id, nom: `${prenom} ${nom}` });
    }
    for (const [type, prix] of Object.entries(PRIX)) {
      await setPrix(tx, type, prix);
    }
    await updateParametres(tx, { contactTelephone: '081 61 23 45', contactEmail: `accueil@${DEMO_DOMAIN}` });
    const random = mulberry32(1987);
    for (let n = -AVANT; n <= APRES; n += 1) await fillDay(tx, addDays(jour, n), n, riders, random);
    await predateReservations(tx, RESERVEE_AVANT);
  });
}

type Rider = { id: string; nom: string };

/** Lessons of one day on both arenas: busier close to today and in the afternoon. */
async function fillDay(tx: Tx, jour: string, distance: number, riders: readonly Rider[], random: () => number): Promise<void> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const density = 0.26 * (distance > 7 ? 1 - distance / (APRES * 1.4) : 1);
  for (const type_piste of TYPES_PISTE) {
    let libreDes = '';
    for (const heure_debut of CRENEAUX) {
      const apresMidi = heure_debut >= '13:30' ? 1.25 : 0.75;
      if (heure_debut < libreDes || random() > density * apresMidi) continue;
      const type = pick(DEFAULT_TYPES);
      const heure_fin = heureFin(heure_debut, type.duree_minutes);
      if (heure_fin === null) continue;
      const client = pick(riders);
      const nombre = 1 + Math.floor(random() * type.max_personnes);
      const autres = riders.filter(({ id }) => id !== client.id).toSorted(() => random() - 0.5);
      await insertReservation(tx, {
        user_id: client.id, nom_client: client.nom,
        noms_participants: [client, ...autres].slice(0, nombre).map(({ nom }) => nom),
        nombre_personnes: nombre, date_reservation: jour, heure_debut, heure_fin, type_piste,
        type_lecon: type.value, statut: random() < 0.06 ? 'en_attente' : 'confirmee', remarques: pick(REMARQUES),
      });
      libreDes = heure_fin;
    }
  }
}

/** A small seeded generator: every clone shows the same centre. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
