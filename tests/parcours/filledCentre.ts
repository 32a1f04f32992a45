/**
 * A centre as issue 26 counted in: 60 accounts, 134 riders, and 45 lessons in each of 13 weeks, four
 * of them past.
 */
import { addDays } from '#domain/core/calendrier.ts';
import type { Manege } from './fixtures.ts';
import { mondayIn } from '../support/jours.ts';

const ACCOUNTS = 60;
const RIDERS = 134;
/** From Monday to Sunday: 45 in all. */
const LESSONS_PER_DAY = [4, 5, 10, 4, 4, 13, 5];
const WEEKS = { first: -4, last: 8 };
const SEATS = 3;

/** A name that no other has, in letters. */
const letters = (n: number): string => String.fromCodePoint(97 + Math.floor(n / 26), 97 + (n % 26));

/** The rider of a number. Her account has two others. */
const riderNamed = (n: number): string => `Cavalier${letters(n)} Nom${letters(n % 58)}`;

export async function fillCentre(manege: Manege): Promise<void> {
  const accounts: string[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const { id } = await manege.person({
      role: n < 2 ? 'admin' : 'utilisateur',
      prenom: `Parent${letters(n)}`,
      nom: `Nom${letters(n)}`,
    });
    accounts.push(id);
  }
  for (let n = 0; n < RIDERS; n += 1)
    await manege.sql('insert into cavaliers (user_id, nom) values ($1, $2)', [
      accounts[2 + (n % (ACCOUNTS - 2))],
      riderNamed(n),
    ]);
  const lessons: object[] = [];
  let rider = 0;
  for (let week = WEEKS.first; week <= WEEKS.last; week += 1)
    for (const [day, n] of LESSONS_PER_DAY.entries())
      for (let k = 0; k < n; k += 1) {
        const heure = 9 + Math.floor(k / 2);
        const noms = Array.from({ length: SEATS }, (_, i) => riderNamed((rider + i) % RIDERS));
        rider += SEATS;
        lessons.push({
          noms_participants: noms,
          nom_client: noms[0],
          date_reservation: addDays(mondayIn(week), day),
          heure_debut: `${String(heure).padStart(2, '0')}:00`,
          heure_fin: `${heure + 1}:00`,
          type_piste: k % 2 === 0 ? 'interieure' : 'exterieure',
          type_lecon: 'collective',
          nombre_personnes: SEATS,
          statut: 'confirmee',
          remarques: null,
        });
      }
  await manege.sql('select importer_lecons($1::jsonb)', [JSON.stringify(lessons)]);
  await manege.sql(
    `update participants p set user_id = c.user_id, cavalier_id = c.id from cavaliers c where c.nom = p.nom`,
  );
}
