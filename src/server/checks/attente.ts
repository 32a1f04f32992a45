/** Unites the emails of several changes of one lesson before they leave (MAIL-42, ADR-043). */
import { isDeepStrictEqual } from 'node:util';
import { type Actuelle, isUrgent, reunis } from '#domain/emails/attente.ts';
import { type ContenuDeLecon, outdatedAt } from '#domain/emails/courriels.ts';
import { droitsOf, isAllowed, leconDeCourriel } from '#domain/emails/envois.ts';
import { partOf } from '#domain/lessons/participants.ts';
import type { Parametres } from '#domain/settings/parametres.ts';
import type { Piste } from '#domain/slots/pistes.ts';
import { announce, newsOf, transact, type Tx } from '#server/platform/db.ts';
import { lockCourriels } from '#server/platform/locks.ts';
import type { Services } from '#server/platform/services.ts';
import {
  type Attendu,
  deleteCourriels,
  hasAttendus,
  lockAttendus,
  storeUni,
} from '#server/stores/emails/attente.ts';
import { getParametres } from '#server/stores/settings.ts';
import { listPistes } from '#server/stores/slots.ts';

/**
 * Makes one email of those that wait about the same lesson for the same recipient, or none if
 * nothing differs from what the recipient knows. An email that is due and whose lesson has changed
 * since without another email, because a kind is switched off, says what is true now.
 */
export async function unite({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  if (!(await hasAttendus(db, now()))) return;
  await transact(db, [], async (tx) => {
    await lockCourriels(tx);
    const ensembles = await lockAttendus(tx, now());
    const known = { parametres: await getParametres(tx), pistes: await listPistes(tx) };
    let changed = false;
    for (const ensemble of ensembles)
      if (await uniteOne(tx, ensemble, { ...known, now: now() })) changed = true;
    if (changed) await announce(tx, newsOf(['courriels']));
  });
}

type Known = { parametres: Parametres; pistes: readonly Piste[]; now: Date };

/** The same for the emails about one lesson to one recipient; false if they stay as they are. */
async function uniteOne(
  tx: Tx,
  ensemble: readonly Attendu[],
  { parametres, pistes, now }: Known,
): Promise<boolean> {
  const rows = ensemble.map(({ courriel }) => courriel);
  const [first, ...others] = rows.map(({ contenu }) => contenu as ContenuDeLecon);
  const last = ensemble.at(-1);
  // A change that is being stored holds one of them; its announcement causes another attempt.
  if (!first || !last || rows.length !== last.nombre) return false;
  const { courriel } = last;
  const isDue = courriel.envoyer_apres <= now;
  const contenu = reunis([first, ...others], isDue ? actuelleOf(last, pistes) : undefined);
  const written = others.at(-1) ?? first;
  if (contenu && others.length === 0 && isDeepStrictEqual(contenu, withoutRights(written)))
    return false;
  const kept = contenu && isAllowed(contenu.sorte, parametres) ? contenu : null;
  await deleteCourriels(tx, kept ? rows.slice(0, -1) : rows);
  if (!kept) return true;
  const urgent = isUrgent(kept, now) && now < courriel.envoyer_apres;
  await storeUni(tx, courriel, {
    contenu: { ...kept, ...rightsOf(kept, first, { parametres, now }) },
    envoyer_apres: urgent ? now : courriel.envoyer_apres,
    perime_apres: endOf(kept, rows),
  });
  return true;
}

/** The lesson as the recipient sees it now; undefined if it is as its last email said. */
function actuelleOf(
  { courriel, actuelle }: Attendu,
  pistes: readonly Piste[],
): Actuelle | undefined {
  const { reservation_id: id, user_id } = courriel;
  const { lecon, copie, ...contenu } = courriel.contenu as ContenuDeLecon;
  if (
    id === null ||
    'a_effacer' in contenu ||
    !contenu.attend ||
    actuelle?.version === lecon.version
  )
    return undefined;
  if (!actuelle || actuelle.statut === 'annulee') return { lecon: null, place: false };
  const part = copie ? actuelle : user_id && partOf(actuelle, user_id);
  if (!part) return { lecon: null, place: true };
  return {
    lecon: leconDeCourriel({ ...actuelle, ...part, id }, actuelle.type, pistes),
    place: false,
  };
}

const withoutRights = ({
  soi_meme: _,
  trop_tard: __,
  raviser: ___,
  ...contenu
}: ContenuDeLecon): ContenuDeLecon => contenu;

/**
 * What the recipient may still do. The time to undo a booking began with the first email, not now
 * (SET-41).
 */
function rightsOf(
  contenu: ContenuDeLecon,
  { raviser: first }: ContenuDeLecon,
  { parametres, now }: Pick<Known, 'parametres' | 'now'>,
): Partial<ContenuDeLecon> {
  if (contenu.copie) return {};
  const { raviser, ...rights } = droitsOf(contenu, parametres, now);
  if (raviser === undefined) return rights;
  return { ...rights, raviser: first !== undefined && first < raviser ? first : raviser };
}

/**
 * Until when it is due. A cancellation stays due as long as those that it replaces: the lesson may
 * have been moved to a later hour before. An erasure has limited a copy (PEOPLE-32).
 */
function endOf(
  contenu: ContenuDeLecon,
  rows: readonly { contenu: object; perime_apres: Date }[],
): Date {
  const ends = rows.map(({ perime_apres }) => perime_apres.getTime());
  if ('a_effacer' in contenu) return new Date(Math.min(...ends));
  const own = outdatedAt(new Date(0), contenu).getTime();
  return new Date(contenu.sorte === 'reservation_annulee' ? Math.max(own, ...ends) : own);
}
