import * as z from 'zod/mini';
import { CRENEAUX, TYPES_PISTE } from '#domain/creneaux.ts';
import { STATUTS_RESERVATION, TRIS } from '#domain/reservations.ts';
import { call, refusals } from './call.ts';
import { fault, JourSchema, text } from './fields.ts';

const ReservationSchema = z.object({
  id: z.string(),
  user_id: z.nullable(z.string()),
  noms_participants: z.array(z.string()),
  nom_client: z.string(),
  date_reservation: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  type_piste: z.enum(TYPES_PISTE),
  type_lecon: z.string(),
  nombre_personnes: z.int(),
  statut: z.enum(STATUTS_RESERVATION),
  remarques: z.nullable(z.string()),
  created_at: z.string(),
  /** Counts its changes; sent back with a change, it refuses the change of what has changed meanwhile. */
  version: z.int(),
  /** Of the account that booked, null where there is none; in what an administrator reads, and nowhere else. */
  telephone: z.optional(z.nullable(z.string())),
});

const IdSchema = z.uuid(fault('reservation_introuvable'));

/** §5: the fields stand in the order of the checks, so that the first fault is the first sentence. */
const DEMANDE = {
  type_lecon: text('type_lecon_manquant').check(z.minLength(1, fault('type_lecon_manquant'))),
  nombre_personnes: z.int(fault('nombre_personnes_manquant')).check(z.positive(fault('nombre_personnes_manquant'))),
  noms_participants: z.array(text('noms_manquants').check(z.refine((nom) => nom.trim() !== '', fault('noms_manquants'))), fault('noms_manquants'))
    .check(z.minLength(1, fault('noms_manquants'))),
  type_piste: z.enum(TYPES_PISTE, fault('type_piste_manquant')),
  heure_debut: z.enum(CRENEAUX, fault('heure_debut_manquante')),
  date_reservation: JourSchema,
  remarques: z._default(z.nullable(z.string()), null),
};

/** For whom an administrator books; left out, for oneself. */
const PourSchema = z.union([z.strictObject({ user_id: z.uuid() }), z.strictObject({ nom: z.string() })]);
const DemandeSchema = z.strictObject({ ...DEMANDE, pour: z.optional(PourSchema) });

/** What the server keeps of a reservation: sent back as it was read, never stored from the body (decision 17). */
const garde = z.optional(z.nullable(z.string()));

const RaisonSchema = z.optional(z.nullable(text('raison_invalide')));

const ModificationSchema = z.strictObject({
  id: IdSchema,
  ...DEMANDE,
  statut: z.enum(STATUTS_RESERVATION),
  /** Why the lesson is called off: the rider reads it in the email. */
  raison: RaisonSchema,
  version: z.optional(z.int()),
  user_id: garde, nom_client: garde, heure_fin: garde, created_at: garde, telephone: garde,
});

/** §7: a field name, with a leading minus for descending. */
const TriSchema = z.enum([...TRIS, ...TRIS.map((champ) => `-${champ}` as const)]);

export const reservations = {
  /** §7, decision 25: a rider reads their own; an administrator all of a period. */
  list: call
    .route({ method: 'GET', path: '/reservations', summary: 'Les réservations : les siennes, ou toutes pour un administrateur' })
    .meta({ who: 'signed-in', shows: ['reservations', 'users'] })
    .errors(refusals('periode_manquante'))
    .input(z.strictObject({
      du: z.optional(JourSchema),
      au: z.optional(JourSchema),
      date_reservation: z.optional(JourSchema),
      type_piste: z.optional(z.enum(TYPES_PISTE)),
      statut: z.optional(z.enum(STATUTS_RESERVATION)),
      /** `1`: also for an administrator only their own. */
      miennes: z.optional(z.literal('1')),
      sort: z._default(TriSchema, '-date_reservation'),
    }))
    .output(z.array(ReservationSchema)),

  /** §2, decision 33: the three cards of the administrator's desk. */
  resume: call
    .route({ method: 'GET', path: '/reservations/resume', summary: 'Combien de réservations en tout, aujourd\'hui, confirmées' })
    .meta({ who: 'admin', shows: ['reservations'] })
    .output(z.object({ total: z.int(), aujourdhui: z.int(), confirmees: z.int() })),

  /** What a change of the rules would touch: a type's duration or maximum, the opening hours. */
  aVenir: call
    .route({ method: 'GET', path: '/reservations/a-venir', summary: 'Les leçons à venir, comptées par type, heures et nombre de personnes' })
    .meta({ who: 'admin', shows: ['reservations'] })
    .output(z.array(z.object({
      type_lecon: z.string(), heure_debut: z.string(), heure_fin: z.string(), nombre_personnes: z.int(),
      /** How many, and the day of the first. */
      lecons: z.int(), premiere: z.string(),
    }))),

  /** §7, decision 24: another rider's reservation does not exist for you. */
  get: call
    .route({ method: 'GET', path: '/reservations/{id}', summary: 'Une réservation' })
    .meta({ who: 'signed-in', shows: ['reservations', 'users'] })
    .errors(refusals('reservation_introuvable'))
    .input(z.strictObject({ id: IdSchema }))
    .output(ReservationSchema),

  /** Stored as `confirmee`, or refused whole. `pour` is an administrator's: the reservation is that account's or name's. */
  create: call
    .route({ method: 'POST', path: '/reservations', successStatus: 201, summary: 'Réserver une leçon' })
    .meta({ who: 'signed-in', changes: ['reservations', 'courriels'] })
    .errors(refusals(
      'creneau_pris', 'creneau_deja_reserve', 'pause_entre_lecons', 'limite_du_jour', 'role_insuffisant', 'client_introuvable', 'nom_client_invalide',
    ))
    .input(DemandeSchema)
    .output(ReservationSchema),

  /** §5, §7, decisions 17, 20 to 23: whole, as it was read; what the server keeps is accepted and not stored from the body. */
  update: call
    .route({ method: 'PUT', path: '/reservations/{id}', summary: 'Modifier une réservation' })
    .meta({ who: 'admin', changes: ['reservations', 'courriels'] })
    .errors(refusals('reservation_introuvable', 'reservation_changee', 'raison_invalide', 'creneau_pris', 'creneau_deja_reserve'))
    .input(ModificationSchema)
    .output(ReservationSchema),

  remove: call
    .route({ method: 'DELETE', path: '/reservations/{id}', summary: 'Supprimer une réservation' })
    .meta({ who: 'admin', changes: ['reservations', 'courriels'] })
    .errors(refusals('reservation_introuvable', 'raison_invalide'))
    /** `raison`: why, for the rider to read in the email. */
    .input(z.strictObject({ id: IdSchema, raison: RaisonSchema }))
    .output(z.object({ success: z.boolean() })),
};

const DisponibiliteSchema = z.object({
  type_piste: z.enum(TYPES_PISTE),
  date_reservation: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  etat: z.enum(['partiel', 'complet']),
  personnes: z.int(),
  max: z.int(),
  /** Booked a moment ago: a refusal then says that it has just been. */
  recente: z.boolean(),
});

export const disponibilites = {
  /** Decision 24: what holds the arenas over a range of days, without any name. */
  list: call
    .route({ method: 'GET', path: '/disponibilites', summary: "L'occupation des pistes sur une période" })
    .meta({ who: 'signed-in', shows: ['reservations', 'types_lecons'] })
    .errors(refusals('periode_manquante'))
    .input(z.strictObject({ du: JourSchema, au: JourSchema }))
    .output(z.array(DisponibiliteSchema)),
};
