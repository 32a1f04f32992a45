/** Requests for alerts about free slots (RIDE-30 to RIDE-34). */
import { MAX_ALERTES, type DemandeAlerte, placeFor, refuseAlerte } from '#domain/alerts.ts';
import { momentAt } from '#domain/core/calendrier.ts';
import { envoiPlaceLibre } from '#domain/emails/envois.ts';
import { heureFin } from '#domain/slots/creneaux.ts';
import { nomPiste } from '#domain/slots/pistes.ts';
import { refusePiste } from '#domain/slots/regles_pistes.ts';
import { Refus } from '#domain/errors/errors.ts';
import { isDoubtful } from '#domain/health/horloge.ts';
import { reglesOf } from '#domain/settings/parametres.ts';
import { openingHoursOf, plageOf } from '#domain/slots/horaires.ts';
import { isAdmin } from '#domain/people/users.ts';
import { type Ctx, personneOf, type Services } from '#server/platform/services.ts';
import {
  type Alerte,
  causeOf,
  countOtherAlertes,
  deleteAlerte,
  deletePastAlertes,
  endAlertes,
  listAlertes,
  listOpenAlertes,
  readAlerteFacts,
  readHeld,
  storeAlerte,
} from '#server/stores/alerts.ts';
import { getLastSign } from '#server/stores/health/horloge.ts';
import { lockUser } from '#server/stores/people/users.ts';

/** The caller's open requests, by day and hour. */
export function list(ctx: Ctx): Promise<Alerte[]> {
  return listAlertes(ctx.db, personneOf(ctx).id, momentAt(ctx.now()));
}

/**
 * Stores a request or refuses it (RIDE-31). If a slot becomes free between the read and the commit,
 * the alert is sent nevertheless: the announcement of the request wakes the loop that checks
 * requests.
 */
export async function create(ctx: Ctx, demande: DemandeAlerte): Promise<Alerte> {
  const { id: user_id, role } = personneOf(ctx);
  const maintenant = momentAt(ctx.now());
  const { parametres, type, pistes, lecons } = await readAlerteFacts(ctx.db, demande);
  const refus = refuseAlerte(demande, {
    maintenant,
    type,
    pistes,
    regles: reglesOf(parametres),
    bound: !isAdmin(role),
    user_id,
    lecons,
  });
  if (refus) throw new Refus(refus);
  const plage = plageOf(openingHoursOf(parametres), demande.date_reservation);
  const heure_fin = type && heureFin(demande.heure_debut, type.duree_minutes, plage);
  if (!heure_fin) throw new Refus('heure_fin_impossible');
  const alerte = { ...demande, heure_fin, user_id };
  return ctx.transaction(async (tx) => {
    // the caller's own requests are counted one after the other
    if (!(await lockUser(tx, user_id))) throw new Refus('session_absente');
    if ((await countOtherAlertes(tx, alerte, maintenant)) >= MAX_ALERTES)
      throw new Refus('trop_d_alertes');
    return storeAlerte(tx, alerte);
  });
}

/** Ends one of the caller's requests; no error if it has already ended. */
export async function remove(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await ctx.transaction((tx) => deleteAlerte(tx, id, personneOf(ctx).id));
}

/**
 * Sends the alerts for free slots: one statement marks the request and writes its email (RIDE-32).
 * `jours`: only these days are checked. If the setting is off or the clock is doubtful (SET-16), no
 * alert is sent and the requests wait. While emails are switched off, only the screen shows the
 * alert (RIDE-64).
 */
export async function tellFreed(
  { db, now }: Pick<Services, 'db' | 'now'>,
  jours?: readonly string[],
): Promise<void> {
  const at = now();
  const open = await listOpenAlertes(db, momentAt(at), jours);
  if (open.length === 0 || isDoubtful(at, await getLastSign(db))) return;
  const {
    parametres,
    pistes,
    lecons: all,
  } = await readHeld(db, [...new Set(open.map(({ alerte }) => alerte.date_reservation))]);
  if (!parametres.slotAlerts) return;
  const rules = { maintenant: momentAt(at), regles: reglesOf(parametres) };
  const byPlace = Map.groupBy(
    all,
    ({ date_reservation, type_piste }) => `${date_reservation} ${type_piste}`,
  );
  const ended = open.flatMap(({ alerte, user, label }) => {
    const { id, date_reservation, type_piste, type_lecon } = alerte;
    const lecons = byPlace.get(`${date_reservation} ${type_piste}`) ?? [];
    if (refusePiste(pistes, type_piste) !== null) return []; // its slot cannot be booked
    const place = placeFor(alerte, {
      ...rules,
      bound: !isAdmin(user.role),
      user_id: user.id,
      lecons,
    });
    if (place === null) return [];
    const courriel = parametres.emailNotifications
      ? envoiPlaceLibre(
          user,
          { ...alerte, type: label ?? type_lecon, piste: nomPiste(pistes, type_piste) },
          { cause: causeOf(id), rejoindre: place === 'rejoindre' },
          at,
        )
      : null;
    return [{ id, user_id: user.id, lus: lecons.map(({ lu }) => lu), courriel }];
  });
  if (ended.length > 0) await endAlertes(db, ended, at);
}

/** Housekeeping: a request ends with its slot. */
export function sweep({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  return deletePastAlertes(db, momentAt(now()));
}
