import * as z from 'zod';
import { DEMI_HEURES } from '#domain/slots/creneaux.ts';
import { PRESENCES } from '#domain/lessons/presences.ts';
import { STATUTS_RESERVATION, SORT_FIELDS } from '#domain/lessons/reservations.ts';
import { MOTIFS_PRIX, type MotifPrix } from '#domain/prices.ts';
import { call } from './call.ts';
import { TrouveSchema } from './clients.ts';
import { EcritureSchema, fault, JourSchema, PageSchema, PisteIdSchema, text } from './fields.ts';

export const ReservationSchema = z.object({
  id: z.string(),
  user_id: z.nullable(z.string()),
  noms_participants: z.array(z.string()),
  nom_client: z.string(),
  date_reservation: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  type_piste: z.string(),
  type_lecon: z.string(),
  nombre_personnes: z.int(),
  /**
   * How many people ride in the lesson, if riders of other accounts ride too (RIDE-02). Only riders
   * read it.
   */
  personnes: z.optional(z.int()),
  statut: z.enum(STATUTS_RESERVATION),
  remarques: z.nullable(z.string()),
  created_at: z.string(),
  /** Counts the changes. An edit that sends an older version is refused (DESK-19). */
  version: z.int(),
  /** Telephone of the account that booked, null if there is none. Only administrators read it. */
  telephone: z.optional(z.nullable(z.string())),
  /**
   * When the lesson was cancelled, and by whom, which only administrators read. Null if it is not
   * cancelled, or if it was cancelled before this was recorded.
   */
  annulee_at: z.optional(z.nullable(z.string())),
  annulee_par: z.optional(z.nullable(z.string())),
  /**
   * Why the lesson was cancelled or deleted, if the centre gave a reason. Only administrators read
   * it (DESK-40).
   */
  raison: z.optional(z.nullable(z.string())),
  /**
   * The series of a lesson that repeats, and after how many days it repeats; null for any other
   * lesson (SERIE-01).
   */
  serie_id: z.optional(z.nullable(z.string())),
  serie_jours: z.optional(z.nullable(z.union([z.literal(7), z.literal(14)]))),
  /**
   * The seats of a lesson that several accounts share, in the order of the names; `compte`,
   * `telephone`: those of the account. Only administrators read them.
   */
  participants: z.optional(
    z.array(
      z.object({
        id: z.string(),
        user_id: z.nullable(z.string()),
        nom: z.string(),
        remarques: z.nullable(z.string()),
        compte: z.nullable(z.string()),
        telephone: z.nullable(z.string()),
      }),
    ),
  ),
  /**
   * The price of each seat in the order of the names, in euros, null if it has none. Only
   * administrators read it, and only of one lesson (PRICE-22).
   */
  tarifs: z.optional(z.array(z.object({ place: z.string(), prix: z.nullable(z.number()) }))),
  /**
   * How many lines its seats have, because they were billed as they left (LIG-04). As `tarifs`; absent
   * for none.
   */
  lignes: z.optional(z.int()),
  /** Its seats without a customer that get no other one, because they are settled (REL-79); absent for none. */
  reglees: z.optional(z.array(z.string())),
  /** Who was present, in the order of the names. Only administrators read it (PRES-02). */
  presences: z.optional(
    z.array(
      z.object({
        place: z.string(),
        presence: z.enum(PRESENCES),
        facturee: z.boolean(),
        /** True if it was noted that the rider was present (PRES-08). */
        notee: z.optional(z.boolean()),
      }),
    ),
  ),
});

/**
 * A participant who was taken out of a lesson. `lecon`: the lesson as it is now, null if it was
 * removed for good. `par`: who took the participant out, null if that account no longer exists.
 */
const RetireSchema = z.object({
  id: z.string(),
  nom: z.string(),
  compte: z.nullable(z.string()),
  retire_at: z.string(),
  par: z.nullable(z.string()),
  reservation_id: z.string(),
  lecon: z.nullable(
    z.object({
      date_reservation: z.string(),
      heure_debut: z.string(),
      heure_fin: z.string(),
      type_piste: z.string(),
      type_lecon: z.string(),
      nombre_personnes: z.int(),
      statut: z.enum(STATUTS_RESERVATION),
      supprimee: z.boolean(),
    }),
  ),
});
export type RetireLu = z.infer<typeof RetireSchema>;

/** `par`: the name of the person who deleted it, null if that account no longer exists. */
const SupprimeeSchema = z.object({
  ...ReservationSchema.shape,
  supprimee_at: z.string(),
  par: z.nullable(z.string()),
});
export type Supprimee = z.infer<typeof SupprimeeSchema>;

const IdSchema = z.uuid(fault('reservation_introuvable'));

/** In the order of the checks (BOOK-13), so that the first fault determines the answer. */
const DEMANDE = {
  type_lecon: text('type_lecon_manquant').check(z.minLength(1, fault('type_lecon_manquant'))),
  nombre_personnes: z
    .int(fault('nombre_personnes_manquant'))
    .check(z.positive(fault('nombre_personnes_manquant'))),
  noms_participants: z
    .array(
      text('noms_manquants').check(z.refine((nom) => nom.trim() !== '', fault('noms_manquants'))),
      fault('noms_manquants'),
    )
    .check(z.minLength(1, fault('noms_manquants'))),
  type_piste: PisteIdSchema,
  heure_debut: z.enum(DEMI_HEURES, fault('heure_debut_manquante')),
  date_reservation: JourSchema,
  remarques: z._default(z.nullable(z.string()), null),
};

/** What a rider may change: everything except the type. */
const { type_lecon: _, ...CHANGEMENT } = DEMANDE;

/**
 * For whom an administrator books: a customer, or a name, whose customer is found or made (CLI-02). If
 * it is left out, for the administrator's own account.
 */
const PourSchema = z.union([
  z.strictObject({ user_id: z.uuid() }),
  z.strictObject({
    nom: z.string(),
    telephone: z.optional(z.nullable(text('telephone_invalide'))),
  }),
]);
/** `comptes`: the customer of each name, null for the one for whom it is booked (BOOK-37). */
const DemandeSchema = z.strictObject({
  ...DEMANDE,
  pour: z.optional(PourSchema),
  comptes: z.optional(z.array(z.nullable(PourSchema))),
  ecriture: z.optional(EcritureSchema),
});

/**
 * A field that only the server sets. It is accepted, so that a client may send back what it read,
 * and never stored from the body (API-06).
 */
const ignored = z.optional(z.nullable(z.string()));

export const RaisonSchema = z.optional(z.nullable(text('raison_invalide')));

/** Bills the seats that leave after the deadline (LIG-03). */
export const FacturerSchema = z.optional(z.boolean());

export const ModificationSchema = z.strictObject({
  id: IdSchema,
  ...DEMANDE,
  statut: z.enum(STATUTS_RESERVATION),
  /**
   * The seat of each name, null for a new seat. If it is left out, the names decide (RIDE-03). A
   * seat that was taken out of the lesson comes back as it was (DESK-52).
   */
  places: z.optional(z.array(z.nullable(z.uuid()))),
  /**
   * The account of each name, null for none (RIDE-03). If it is left out, seats stay with their
   * account, and new names have none.
   */
  comptes: z.optional(z.array(z.nullable(z.uuid(fault('client_introuvable'))))),
  /** The account to which the lesson belongs again, after its seats have come back (DESK-52). */
  titulaire: z.optional(z.uuid(fault('client_introuvable'))),
  /** Another price for some of these seats, in euros, and why; the others keep theirs (PRICE-22). */
  prix: z.optional(
    z.array(
      z.strictObject({
        place: z.uuid(fault('place_introuvable')),
        prix: z.number(fault('prix_invalide')),
        motif: z.enum(Object.keys(MOTIFS_PRIX) as MotifPrix[], fault('prix_sans_raison')),
      }),
    ),
  ),
  /**
   * Why the lesson is cancelled: the rider reads it in the email, and it is kept with the lesson.
   */
  raison: RaisonSchema,
  facturer: FacturerSchema,
  version: z.optional(z.int()),
  user_id: ignored,
  nom_client: ignored,
  heure_fin: ignored,
  created_at: ignored,
  telephone: ignored,
  participants: z.optional(z.array(z.unknown())),
  tarifs: z.optional(z.array(z.unknown())),
  lignes: z.optional(z.int()),
  reglees: z.optional(z.array(z.uuid())),
  presences: z.optional(z.array(z.unknown())),
  annulee_at: ignored,
  annulee_par: ignored,
  serie_id: ignored,
  serie_jours: z.optional(z.nullable(z.int())),
});

/** A field name; a leading minus means descending order (API-05). */
const SortSchema = z.enum([...SORT_FIELDS, ...SORT_FIELDS.map((field) => `-${field}` as const)]);

export const reservations = {
  /**
   * A rider reads their own reservations; an administrator reads all reservations of a period
   * (API-05).
   */
  list: call
    .route({
      method: 'GET',
      path: '/reservations',
      summary: 'Les réservations : les siennes, ou toutes pour un administrateur',
    })
    .meta({ who: 'signed-in', shows: ['reservations', 'users'], byDay: true, etag: true })
    .input(
      z.strictObject({
        du: z.optional(JourSchema),
        au: z.optional(JourSchema),
        date_reservation: z.optional(JourSchema),
        type_piste: z.optional(PisteIdSchema),
        statut: z.optional(z.enum(STATUTS_RESERVATION)),
        /** `1`: an administrator also reads only their own. */
        miennes: z.optional(z.literal('1')),
        sort: z._default(SortSchema, '-date_reservation'),
      }),
    )
    .output(z.array(ReservationSchema)),

  /** The numbers for the three cards of the dashboard (DESK-02). */
  resume: call
    .route({
      method: 'GET',
      path: '/reservations/resume',
      summary: "Combien de réservations en tout, aujourd'hui, confirmées",
    })
    .meta({ who: 'admin', shows: ['reservations'] })
    .output(
      z.object({
        total: z.int(),
        aujourdhui: z.int(),
        confirmees: z.int(),
        en_attente: z.int(),
        premiere: z.object({ id: z.string(), date_reservation: z.string() }).nullable(),
      }),
    ),

  /**
   * The seats without a customer in lessons that are not cancelled, from the first day of the month
   * before on, earliest first (CLI-09): how many, and the first ones.
   */
  sansClient: call
    .route({
      method: 'GET',
      path: '/reservations/sans-client',
      summary: 'Les places sans client depuis le premier jour du mois passé',
    })
    .meta({ who: 'admin', shows: ['reservations', 'users'] })
    .output(
      z.object({
        total: z.int(),
        places: z.array(
          z.object({
            place: z.string(),
            nom: z.string(),
            id: z.string(),
            date_reservation: z.string(),
            heure_debut: z.string(),
            heure_fin: z.string(),
            type_piste: PisteIdSchema,
            type_lecon: z.string(),
          }),
        ),
      }),
    ),

  /** The names of all seats without a customer, with two customers that have each (CLI-12). */
  nomsSansClient: call
    .route({
      method: 'GET',
      path: '/reservations/sans-client/noms',
      summary: 'Les noms des places sans client, et qui les porte',
    })
    .meta({ who: 'admin', shows: ['reservations', 'users', 'cavaliers'], byDay: 'sums' })
    .output(
      z.array(
        z.object({
          nom: z.string(),
          places: z.int(),
          du: z.string(),
          au: z.string(),
          clients: z.array(TrouveSchema),
        }),
      ),
    ),

  /** Gives all seats of one such name to a customer; null: to one found or made by the name. */
  donnerPlaces: call
    .route({
      method: 'POST',
      path: '/reservations/sans-client/attribution',
      summary: "Donner à un client les places d'un nom",
    })
    .meta({ who: 'admin', changes: ['reservations', 'users', 'courriels'] })
    .input(
      z.strictObject({
        nom: text('client_nom_invalide').check(z.maxLength(100, fault('client_nom_invalide'))),
        client: z.nullable(z.uuid(fault('client_inconnu'))),
      }),
    )
    .output(z.object({ places: z.int() })),

  /**
   * Coming lessons that a change of a type or of the opening hours would affect (SET-04, SET-13).
   */
  aVenir: call
    .route({
      method: 'GET',
      path: '/reservations/a-venir',
      summary: 'Les leçons à venir, comptées par type, heures et nombre de personnes',
    })
    .meta({ who: 'admin', shows: ['reservations'] })
    .output(
      z.array(
        z.object({
          type_lecon: z.string(),
          heure_debut: z.string(),
          heure_fin: z.string(),
          nombre_personnes: z.int(),
          /** How many lessons, and the day of the first. */
          lecons: z.int(),
          premiere: z.string(),
        }),
      ),
    ),

  /** For a rider, another rider's reservation is 404 (BOOK-08). */
  get: call
    .route({ method: 'GET', path: '/reservations/{id}', summary: 'Une réservation' })
    .meta({ who: 'signed-in', shows: ['reservations', 'users'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(ReservationSchema),

  /**
   * Stores a `confirmee` reservation or refuses it. Only an administrator may send `pour` and
   * `comptes` (BOOK-26).
   */
  create: call
    .route({
      method: 'POST',
      path: '/reservations',
      successStatus: 201,
      summary: 'Réserver une leçon',
    })
    .meta({ who: 'signed-in', changes: ['reservations', 'courriels'] })
    .input(DemandeSchema)
    .output(ReservationSchema),

  /**
   * Takes seats in a confirmed lesson of an open type, if it has places left (RIDE-10). Only an
   * administrator may send `pour` and `comptes` (RIDE-65).
   */
  join: call
    .route({
      method: 'POST',
      path: '/reservations/places',
      successStatus: 201,
      summary: 'Rejoindre une leçon',
    })
    .meta({ who: 'signed-in', changes: ['reservations', 'courriels'] })
    .input(DemandeSchema)
    .output(ReservationSchema),

  /** Gives up the caller's own seats, until a deadline (RIDE-11). */
  leave: call
    .route({
      method: 'POST',
      path: '/reservations/{id}/annulation',
      summary: 'Annuler sa réservation, ou sa place',
    })
    .meta({ who: 'signed-in', changes: ['reservations', 'courriels'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(z.object({ success: z.boolean() })),

  /**
   * Changes day, arena, start, names and remarks of the caller's own lesson, until the same
   * deadline (RIDE-13).
   */
  change: call
    .route({
      method: 'PUT',
      path: '/reservations/{id}/changement',
      summary: 'Changer sa réservation',
    })
    .meta({ who: 'signed-in', changes: ['reservations', 'courriels'] })
    .input(z.strictObject({ id: IdSchema, version: z.int(), ...CHANGEMENT }))
    .output(ReservationSchema),

  /** Takes the whole reservation, as it was read (API-06). */
  update: call
    .route({ method: 'PUT', path: '/reservations/{id}', summary: 'Modifier une réservation' })
    .meta({ who: 'admin', changes: ['reservations', 'courriels'] })
    .input(ModificationSchema)
    .output(ReservationSchema),

  /**
   * Notes who was present; the other seats stay as they are. The same call again changes nothing
   * (PRES-04).
   */
  setPresences: call
    .route({
      method: 'PUT',
      path: '/reservations/{id}/presences',
      summary: 'Noter qui était présent à une leçon',
    })
    .meta({ who: 'admin', changes: ['reservations'] })
    .input(
      z.strictObject({
        id: IdSchema,
        presences: z
          .array(
            z.strictObject({
              place: z.uuid(fault('presence_sans_place')),
              presence: z.enum(PRESENCES),
            }),
          )
          .check(z.minLength(1), z.maxLength(10)),
      }),
    )
    .output(ReservationSchema),

  /**
   * Notes seats of a day as present, or takes this back; answers those that changed (PRES-09).
   */
  notePresents: call
    .route({
      method: 'PUT',
      path: '/presences/{jour}',
      summary: "Noter présents des cavaliers d'une journée",
    })
    .meta({ who: 'admin', changes: ['reservations'] })
    .input(
      z.strictObject({
        jour: JourSchema,
        places: z
          .array(z.uuid(fault('presence_sans_place')))
          .check(z.minLength(1), z.maxLength(1000)),
        notee: z.boolean(),
      }),
    )
    .output(z.object({ places: z.array(z.string()) })),

  remove: call
    .route({ method: 'DELETE', path: '/reservations/{id}', summary: 'Supprimer une réservation' })
    .meta({ who: 'admin', changes: ['reservations', 'courriels'] })
    /**
     * `raison`: why, shown to the rider in the email. With `version`, only as that version left it
     * (DESK-77).
     */
    .input(
      z.strictObject({
        id: IdSchema,
        raison: RaisonSchema,
        facturer: FacturerSchema,
        version: z.optional(z.int()),
      }),
    )
    .output(z.object({ success: z.boolean() })),

  /**
   * The reservations deleted in the last 30 days, latest deletion first, 100 per page;
   * `X-Total-Count` is their number (DESK-31).
   */
  listDeleted: call
    .route({
      method: 'GET',
      path: '/reservations/supprimees',
      summary: 'Les réservations supprimées',
    })
    .meta({ who: 'admin', shows: ['reservations', 'users'] })
    .input(z.strictObject({ page: PageSchema }))
    .output(z.array(SupprimeeSchema)),

  /**
   * Restores a deleted reservation if its arena is free (DESK-30); with `version`, only as that
   * deletion left it (DESK-52).
   */
  restore: call
    .route({
      method: 'POST',
      path: '/reservations/supprimees/{id}/restauration',
      summary: 'Restaurer une réservation supprimée',
    })
    .meta({ who: 'admin', changes: ['reservations', 'courriels'] })
    .input(z.strictObject({ id: IdSchema, version: z.optional(z.int()) }))
    .output(ReservationSchema),

  /**
   * The participants whom the centre took out of lessons in the last 30 days, latest first, 100 per
   * page; `X-Total-Count` is their number (DESK-33).
   */
  listRetires: call
    .route({ method: 'GET', path: '/reservations/retires', summary: 'Les participants retirés' })
    .meta({ who: 'admin', shows: ['reservations', 'users'] })
    .input(z.strictObject({ page: PageSchema }))
    .output(z.array(RetireSchema)),

  /** Puts a participant back if the lesson has a place (DESK-33). */
  putBack: call
    .route({
      method: 'POST',
      path: '/reservations/retires/{id}/remise',
      summary: 'Remettre un participant retiré',
    })
    .meta({ who: 'admin', changes: ['reservations', 'courriels'] })
    .input(z.strictObject({ id: z.uuid(fault('participant_introuvable')) }))
    .output(ReservationSchema),
};

const DisponibiliteSchema = z.object({
  type_piste: z.string(),
  date_reservation: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  etat: z.enum(['partiel', 'complet']),
  personnes: z.int(),
  max: z.int(),
  /** True if it was booked within the last two minutes (BOOK-08, BOOK-20). */
  recente: z.boolean(),
  /** The type of a lesson that riders may join; left out for any other lesson (RIDE-10). */
  ouverte: z.optional(z.string()),
  /**
   * Present if this is a closure and not a lesson: its reason, empty if riders may not read it
   * (FERM-04).
   */
  ferme: z.optional(z.string()),
});

export const disponibilites = {
  /**
   * The lessons and closures that hold the arenas over a range of days, without any name (BOOK-08).
   */
  list: call
    .route({
      method: 'GET',
      path: '/disponibilites',
      summary: "L'occupation des pistes sur une période",
    })
    .meta({
      who: 'signed-in',
      shows: ['reservations', 'fermetures', 'types_lecons'],
      byDay: true,
      etag: true,
    })
    .input(
      z.strictObject({
        du: JourSchema,
        au: JourSchema,
        /** `1`: only lessons that riders may join, with places left (RIDE-75). */
        ouvertes: z.optional(z.literal('1')),
      }),
    )
    .output(z.array(DisponibiliteSchema)),
};
