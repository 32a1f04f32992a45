/** Everything that is stored about one account (PEOPLE-33), read with only the account's id. */
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
} from 'drizzle-orm';
import { numeroOf } from '#domain/billing/facturation.ts';
import { ownView } from '#domain/lessons/participants.ts';
import { presenceOf } from '#domain/lessons/presences.ts';
import { displayName } from '#domain/people/users.ts';
import type { Reader } from '#server/platform/db.ts';
import {
  alertes,
  appareils,
  clesAcces,
  clients,
  courriels,
  fluxCalendrier,
  importes,
  imports,
  journal,
  lignes,
  lignesLibres,
  mouvements,
  participantsRetires,
  relances,
  reservations,
  reservationsSupprimees,
  secondsFacteurs,
  sessions,
  users,
} from '#server/platform/schema/schema.ts';
import { listWhole } from '../billing/releves.ts';
import { listCavaliersOf } from '../riders.ts';
import { deletedShownTo, ONLY_DOWNLOADED } from '../lessons/columns.ts';
import { hasSeat } from '../lessons/participants.ts';
import { listOwn, type OwnReservation } from '../lessons/reservations.ts';

/**
 * How many emails, and how many lines of the journal, are included at most: the newest. An
 * administrator may have very many.
 */
const NEWEST = 5_000;

/** The seats that an account had in a deleted lesson; null if it had none. */
const ownDeleted = (id: string) => sql<OwnReservation['own']>`(
  select json_agg(json_build_object('nom', s.nom, 'remarques', s.remarques, 'presence', s.presence, 'facturee', s.facturee) order by s.position)
  from participants_supprimes s where s.reservation_id = reservations_supprimees.id and s.user_id = ${id})`;

/**
 * A free text or a test email belongs to no account, so it is found by its address, from when the
 * account had it. All other emails are found only by the account: the centre's copies, and emails
 * to an earlier account with the same address, name other people.
 */
const isWrittenTo = ({ email, created_at }: { email: string; created_at: Date }) =>
  and(
    isNull(courriels.user_id),
    inArray(courriels.sorte, ['libre', 'essai']),
    eq(courriels.destinataire, email),
    gte(courriels.created_at, created_at),
  );

/**
 * Reads everything about an account, one query after the other, so that this person waits a little
 * but other people do not. null if the account does not exist.
 */
export async function readDonnees(reader: Reader, id: string) {
  const [compte] = await reader.select().from(users).where(eq(users.id, id));
  if (!compte) return null;
  const { user_id: _asked, ...alerte } = getTableColumns(alertes);
  const personne = { id, nom: displayName(compte) };
  // The account's own names and remarks, not those of others (RIDE-02).
  const view = <L extends Parameters<typeof ownView>[0]>({
    own,
    ...lecon
  }: L & { own: OwnReservation['own'] }) => {
    const { user_id: _account, ...shown } = ownView(lecon, own, personne);
    const presences = own.map(({ nom, presence, facturee }) => ({
      nom,
      presence: presenceOf(presence),
      facturee,
    }));
    return { ...shown, presences };
  };
  // Why a lesson was cancelled: its riders have read it in the email.
  const onlyHere = new Map(
    (
      await reader
        .select({ id: reservations.id, columns: ONLY_DOWNLOADED })
        .from(reservations)
        .where(hasSeat(sql`${id}`))
    ).map(({ id: lecon, columns }) => [lecon, columns]),
  );
  const [client] = await reader
    .select({
      note: clients.note,
      // Never who: that is another person.
      paye_par_un_autre: sql<boolean>`${clients.paye_par} is not null`,
    })
    .from(clients)
    .where(eq(clients.id, id));
  return {
    compte,
    client,
    cavaliers: (await listCavaliersOf(reader, id)).map(({ version: _, ...cavalier }) => cavalier),
    reservations: (await listOwn(reader, id, { sort: 'date_reservation' })).map((one) => ({
      ...view(one),
      ...onlyHere.get(one.id),
    })),
    reservations_supprimees: (
      await reader
        .select({
          ...deletedShownTo('download'),
          supprimee_at: reservationsSupprimees.supprimee_at,
          own: ownDeleted(id),
        })
        .from(reservationsSupprimees)
        .where(sql`${ownDeleted(id)} is not null`)
        .orderBy(asc(reservationsSupprimees.date_reservation))
    ).map(view),
    places_retirees: await reader
      .select({
        reservation_id: participantsRetires.reservation_id,
        nom: participantsRetires.nom,
        remarques: participantsRetires.remarques,
        presence: participantsRetires.presence,
        retiree_le: participantsRetires.retire_at,
      })
      .from(participantsRetires)
      .where(eq(participantsRetires.user_id, id))
      .orderBy(asc(participantsRetires.retire_at)),
    places_facturees: await reader
      .select({
        jour: lignes.jour,
        libelle: lignes.libelle,
        nom: lignes.nom,
        raison: lignes.motif,
        centimes: lignes.centimes,
        facturee_le: lignes.created_at,
      })
      .from(lignes)
      .where(eq(lignes.user_id, id))
      .orderBy(asc(lignes.jour), asc(lignes.id)),
    lignes_de_compte: await reader
      .select({
        jour: lignesLibres.jour,
        libelle: lignesLibres.libelle,
        cavalier: lignesLibres.cavalier,
        centimes: lignesLibres.centimes,
        raison: lignesLibres.raison,
        ecrite_le: lignesLibres.created_at,
      })
      .from(lignesLibres)
      .where(eq(lignesLibres.client_id, id))
      .orderBy(asc(lignesLibres.jour), asc(lignesLibres.id)),
    releves: (await listWhole(reader, id)).map(({ lignes: own, ...releve }) => ({
      numero: numeroOf(releve.mois, releve.numero),
      jour: releve.jour,
      nom: releve.nom,
      adresse: releve.adresse,
      solde_precedent: releve.solde_precedent,
      ce_mois: releve.ce_mois,
      paye: releve.paye,
      lignes: own.map(({ jour, libelle, cavalier, centimes, raison }) => ({
        jour,
        libelle,
        cavalier,
        centimes,
        raison,
      })),
    })),
    paiements: await reader
      .select({
        jour: mouvements.jour,
        moyen: mouvements.moyen,
        centimes: mouvements.centimes,
        arrondi: mouvements.arrondi,
        note: mouvements.note,
        saisi_le: mouvements.created_at,
      })
      .from(mouvements)
      .where(eq(mouvements.payeur_id, id))
      .orderBy(asc(mouvements.jour), asc(mouvements.created_at)),
    rappels_de_paiement: await reader
      .select({ jour: relances.jour, centimes: relances.centimes })
      .from(relances)
      .where(eq(relances.payeur_id, id))
      .orderBy(asc(relances.jour)),
    avant_import: await reader
      .select({ importe_le: imports.created_at, valeurs: importes.avant })
      .from(importes)
      .innerJoin(imports, eq(imports.id, importes.import_id))
      .where(and(eq(importes.client_id, id), isNotNull(importes.avant)))
      .orderBy(asc(imports.created_at)),
    courriels: await reader
      .select()
      .from(courriels)
      .where(or(eq(courriels.user_id, id), isWrittenTo(compte)))
      .orderBy(desc(courriels.created_at))
      .limit(NEWEST),
    sessions: await reader
      .select({
        ouverte_le: sessions.created_at,
        expire_le: sessions.expires_at,
        adresse_ip: sessions.ip_address,
        navigateur: sessions.user_agent,
      })
      .from(sessions)
      .where(eq(sessions.user_id, id))
      .orderBy(desc(sessions.created_at)),
    appareils: await reader
      .select({ connu_depuis: appareils.created_at, utilise_le: appareils.utilise_at })
      .from(appareils)
      .where(eq(appareils.user_id, id))
      .orderBy(desc(appareils.utilise_at)),
    cles_acces: await reader
      .select({
        nom: clesAcces.nom,
        ajoutee_le: clesAcces.created_at,
        utilisee_le: clesAcces.utilise_at,
      })
      .from(clesAcces)
      .where(eq(clesAcces.user_id, id))
      .orderBy(asc(clesAcces.created_at)),
    seconds_facteurs: await reader
      .select({ actif_depuis: secondsFacteurs.actif_at })
      .from(secondsFacteurs)
      .where(eq(secondsFacteurs.user_id, id)),
    alertes: await reader
      .select(alerte)
      .from(alertes)
      .where(eq(alertes.user_id, id))
      .orderBy(asc(alertes.date_reservation), asc(alertes.heure_debut)),
    calendriers: await reader
      .select({
        piste: fluxCalendrier.type_piste,
        creee_le: fluxCalendrier.created_at,
        lue_le: fluxCalendrier.lu_at,
      })
      .from(fluxCalendrier)
      .where(eq(fluxCalendrier.user_id, id))
      .orderBy(asc(fluxCalendrier.created_at)),
    journal: await reader
      .select()
      .from(journal)
      .where(or(eq(journal.acteur_id, id), eq(journal.objet_id, id)))
      .orderBy(desc(journal.survenu_at), desc(journal.id))
      .limit(NEWEST),
  };
}
