import * as z from 'zod';
import { RETARDS } from '#domain/settings/parametres.ts';
import { call } from './call.ts';
import { fault, text } from './fields.ts';
import { HorairesSchema } from './horaires.ts';
import { LeconAVenirSchema, PisteSchema } from './pistes.ts';

const CentreSchema = z.object({
  nom: z.string(),
  ville: z.string(),
  /** How people reach the centre; null if the centre gives none. */
  contact: z.object({ telephone: z.nullable(z.string()), email: z.nullable(z.string()) }),
  regles: z.object({
    openingTime: z.string(),
    closingTime: z.string(),
    /** An instance of the previous version does not send this field. */
    horaires: z.optional(HorairesSchema),
    breakBetweenLessons: z.nullable(z.int()),
    maxBookingsPerDay: z.nullable(z.int()),
    advanceBookingDays: z.nullable(z.int()),
    maxOpenBookings: z.nullable(z.int()),
    annulationHeures: z.nullable(z.int()),
    changementHeures: z.nullable(z.int()),
    graceMinutes: z.nullable(z.int()),
    slotAlerts: z.boolean(),
    calendarFeeds: z.boolean(),
    showPrices: z.boolean(),
    /** An instance of the previous version does not send this field. */
    retard: z.optional(z.nullable(z.object({ part: z.enum(['moitie', 'tout']), heures: z.int() }))),
  }),
  /**
   * Which emails are sent (`envoisOf`). An instance of a previous version does not send all of
   * these fields; screens then promise no email of the missing kinds.
   */
  envois: z.optional(
    z.object({
      lien: z.boolean(),
      confirmation: z.boolean(),
      rappel: z.boolean(),
      annulation: z.boolean(),
      modification: z.optional(z.boolean()),
      place: z.boolean(),
    }),
  ),
  /**
   * The opening hours in words (SET-47). An instance of the previous version does not send this
   * field.
   */
  ouverture: z.optional(
    z.object({ titre: z.string(), heures: z.string(), tousLesJours: z.boolean() }),
  ),
  /**
   * Whether there are statements and payments (REL-01). An instance of the previous version does not
   * send this field.
   */
  facturation: z.optional(z.boolean()),
  /**
   * The legal mentions of the centre (SET-50); null if it gives none, or while there are no statements.
   * An instance of the previous version does not send this field.
   */
  mentions: z.optional(
    z.nullable(
      z.object({ nom: z.string(), forme: z.string(), adresse: z.string(), numero: z.string() }),
    ),
  ),
  /** For how many months the journal is kept; the privacy page shows it. */
  journalMois: z.int(),
  /** For how many months a backup may be kept; the privacy page shows it. */
  sauvegardesMois: z.int(),
  /**
   * After how many months lessons lose their names, and after how many days cancelled ones do; null
   * if they keep them.
   */
  conservationLecons: z.nullable(z.object({ mois: z.int(), annuleesJours: z.int() })),
  /**
   * Every arena in its order, including those that can no longer be booked, because lessons name
   * them.
   */
  pistes: z.array(PisteSchema),
  /**
   * The arenas that can be booked, in words: `entree` for the sign-in and sign-up pages, `accueil`
   * for the landing page.
   */
  pistesEnMots: z.object({ entree: z.string(), accueil: z.string() }),
});
export type Centre = z.infer<typeof CentreSchema>;

const heure = text('horaires_invalides');

/** Every setting (SET-02). */
const ParametresSchema = z.strictObject({
  emailNotifications: z.boolean(),
  adminEmail: text('email_admin_invalide'),
  sendConfirmation: z.boolean(),
  sendReminders: z.boolean(),
  sendCancellation: z.boolean(),
  sendModification: z.boolean(),
  openingTime: heure,
  closingTime: heure,
  horaires: HorairesSchema,
  lessonDuration: z.int(fault('duree_lecon_invalide')),
  breakBetweenLessons: z.int(fault('pause_invalide')),
  breakBetweenLessonsApplied: z.boolean(),
  maxBookingsPerDay: z.int(fault('quota_invalide')),
  maxBookingsPerDayApplied: z.boolean(),
  advanceBookingDays: z.int(fault('delai_invalide')),
  advanceBookingDaysApplied: z.boolean(),
  maxOpenBookings: z.int(fault('a_venir_invalide')),
  maxOpenBookingsApplied: z.boolean(),
  cancellationHours: z.int(fault('annulation_invalide')),
  riderCancellation: z.boolean(),
  riderChanges: z.boolean(),
  graceMinutes: z.int(fault('grace_invalide')),
  riderGrace: z.boolean(),
  slotAlerts: z.boolean(),
  calendarFeeds: z.boolean(),
  showPrices: z.boolean(),
  absencesBilled: z.boolean(),
  lateCharge: z.enum(RETARDS),
  billing: z.boolean(),
  billingSince: text('facturation_debut_invalide'),
  billingHolder: text('titulaire_invalide'),
  billingIban: text('iban_invalide'),
  centreName: text('mentions_invalides'),
  centreForm: text('mentions_invalides'),
  centreAddress: text('mentions_invalides'),
  centreNumber: text('mentions_invalides'),
  lessonRetention: z.boolean(),
  lessonMonths: z.int(fault('lecons_mois_invalide')),
  cancelledDays: z.int(fault('lecons_annulees_invalide')),
  contactTelephone: text('contact_telephone_invalide'),
  contactEmail: text('contact_email_invalide'),
  secondFacteurAdmins: z.boolean(),
  journalMois: z.int(fault('journal_invalide')),
  sauvegardesJours: z.int(fault('sauvegardes_jours_invalides')),
  sauvegardesSemaines: z.int(fault('sauvegardes_semaines_invalides')),
  sauvegardesMois: z.int(fault('sauvegardes_mois_invalides')),
});

/**
 * A field that only the server sets. It is accepted, so that a client may send back what it read,
 * and ignored.
 */
const ignored = z.optional(z.boolean());

/** `version` counts the changes. A save that sends an older version is refused (SET-03). */
const ParametresLusSchema = z.strictObject({
  ...ParametresSchema.shape,
  version: z.int(),
  lessonDurationSaved: z.boolean(),
});

export const parametres = {
  get: call
    .route({ method: 'GET', path: '/parametres', summary: 'Les paramètres' })
    .meta({ who: 'admin', shows: ['parametres'] })
    .output(ParametresLusSchema),

  save: call
    .route({ method: 'PUT', path: '/parametres', summary: 'Enregistrer les paramètres' })
    .meta({ who: 'admin', changes: ['parametres', 'users', 'courriels'] })
    .input(
      z.strictObject({
        ...ParametresSchema.shape,
        /** What is left out stays as it is stored. */
        horaires: z.optional(HorairesSchema),
        absencesBilled: z.optional(z.boolean()),
        lateCharge: z.optional(z.enum(RETARDS)),
        billing: z.optional(z.boolean()),
        billingSince: z.optional(text('facturation_debut_invalide')),
        billingHolder: z.optional(text('titulaire_invalide')),
        billingIban: z.optional(text('iban_invalide')),
        centreName: z.optional(text('mentions_invalides')),
        centreForm: z.optional(text('mentions_invalides')),
        centreAddress: z.optional(text('mentions_invalides')),
        centreNumber: z.optional(text('mentions_invalides')),
        lessonDurationSaved: ignored,
        version: z.optional(z.int().check(z.gte(0))),
      }),
    )
    .output(ParametresLusSchema),

  /**
   * The coming lessons that new hours would exclude; nothing is stored (SET-04). These are all
   * lessons that lie within the present hours and outside the new ones.
   */
  horsHeures: call
    .route({
      method: 'POST',
      path: '/parametres/hors-heures',
      summary: 'Les leçons à venir que ces heures laisseraient dehors',
    })
    .meta({ who: 'admin' })
    .input(z.strictObject({ openingTime: heure, closingTime: heure, horaires: HorairesSchema }))
    .output(z.object({ total: z.int(), lecons: z.array(LeconAVenirSchema) })),

  /** System information (SET-15). */
  systeme: call
    .route({ method: 'GET', path: '/systeme', summary: 'Informations système' })
    .meta({ who: 'admin' })
    .output(
      z.object({
        version: z.string(),
        base_de_donnees: z.string(),
        environnement: z.enum(['Développement', 'Production']),
      }),
    ),

  /**
   * Name, town, contact, hours, arenas and the rules in force, for the landing page and the grid of
   * slots (SET-20, SET-05).
   */
  centre: call
    .route({
      method: 'GET',
      path: '/centre',
      summary: 'Le centre, où le joindre, ses heures et ses règles',
    })
    .meta({ who: 'all', shows: ['parametres', 'pistes'], etag: true })
    .output(CentreSchema),
};
