import * as z from 'zod';
import { ETATS_COURRIEL } from '#domain/emails/courriels.ts';
import { MOTIFS_LIGNE } from '#domain/billing/lignes.ts';
import { PRESENCES } from '#domain/lessons/presences.ts';
import { STATUTS_RESERVATION } from '#domain/lessons/reservations.ts';
import { call } from './call.ts';
import { fault, PageSchema } from './fields.ts';
import { LigneSchema } from './journal.ts';
import { UserSchema } from './users.ts';

const ID = { id: z.uuid(fault('client_inconnu')) };
const NommeSchema = z.object({ id: z.string(), nom: z.string() });

const MontantsSchema = z.object({
  nombre: z.int(),
  en_attente: z.int(),
  non_facturees: z.int(),
  total: z.number(),
  /** What is billed of seats that left after the deadline (LIG-01); not part of `total`. */
  retard: z.number(),
});

const LeconSchema = z.object({
  id: z.string(),
  date_reservation: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  type_piste: z.string(),
  type_lecon: z.string(),
  statut: z.enum(STATUTS_RESERVATION),
  raison: z.nullable(z.string()),
  /** True if it was deleted and can be restored (DESK-30). */
  supprimee: z.boolean(),
  /** The customer's own seats. */
  places: z.array(
    z.object({ nom: z.string(), presence: z.enum(PRESENCES), facturee: z.boolean() }),
  ),
  /** What those of them that are billed cost; null if the lesson costs nothing. */
  prix: z.nullable(z.number()),
});
export type LeconDuClient = z.infer<typeof LeconSchema>;

const FicheSchema = z.object({
  ...NommeSchema.shape,
  telephone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  adresse: z.nullable(z.string()),
  /** For the desk. */
  note: z.nullable(z.string()),
  version: z.int(),
  /** Who pays for the customer, and for whom the customer pays (CLI-05). */
  payeur: z.nullable(NommeSchema),
  paie_pour: z.array(NommeSchema),
  /** Null without an account. */
  compte: z.nullable(UserSchema),
  /** Those that the customer keeps, and other names of its seats, whose `id` is null. */
  cavaliers: z.array(
    z.object({
      id: z.nullable(z.string()),
      nom: z.string(),
      annee_naissance: z.nullable(z.int()),
      note: z.nullable(z.string()),
      /** 0 without `id`. */
      version: z.int(),
      lecons: z.int(),
      type_lecon: z.nullable(z.string()),
    }),
  ),
  /** This month and this year, with those for whom the customer pays (CLI-23). */
  mois: MontantsSchema,
  annee: MontantsSchema,
  /** What is billed after the deadline in this year, the latest first. */
  lignes: z.array(
    z.object({
      id: z.string(),
      jour: z.string(),
      client: z.string(),
      nom: z.string(),
      libelle: z.string(),
      motif: z.enum(MOTIFS_LIGNE),
      prix: z.number(),
    }),
  ),
  /** The latest 10; `le`: when it was sent, or else written. */
  courriels: z.array(
    z.object({
      id: z.string(),
      sujet: z.string(),
      statut: z.enum(ETATS_COURRIEL),
      le: z.string(),
    }),
  ),
  /** The latest 10 lines about the customer, its account or its lessons. */
  journal: z.array(LigneSchema),
});
export type FicheClient = z.infer<typeof FicheSchema>;

/** The page of a customer (CLI-20). */
export const fiche = {
  get: call
    .route({ method: 'GET', path: '/clients/{id}/fiche', summary: "La fiche d'un client" })
    .meta({ who: 'admin', shows: ['users', 'cavaliers', 'reservations', 'courriels'] })
    .input(z.strictObject(ID))
    .output(FicheSchema),

  /**
   * The lessons in which the customer has a seat, deleted ones too: those to come, the next one
   * first, or those that are over, the latest first; 100 per page, and `total`, how many there are.
   */
  listLecons: call
    .route({ method: 'GET', path: '/clients/{id}/lecons', summary: "Les leçons d'un client" })
    .meta({ who: 'admin', shows: ['users', 'reservations'] })
    .input(z.strictObject({ ...ID, quand: z.enum(['a_venir', 'passees']), page: PageSchema }))
    .output(z.object({ total: z.int(), lecons: z.array(LeconSchema) })),
};
