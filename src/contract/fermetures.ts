import * as z from 'zod';
import { DEMI_HEURES } from '#domain/slots/creneaux.ts';
import { call } from './call.ts';
import { fault, JourSchema, PisteIdSchema, text } from './fields.ts';

const heure = z.enum(DEMI_HEURES, fault('fermeture_heures_invalides'));

const PLAGE = {
  pistes: z
    .array(PisteIdSchema, fault('fermeture_pistes_manquantes'))
    .check(
      z.minLength(1, fault('fermeture_pistes_manquantes')),
      z.maxLength(8, fault('fermeture_pistes_manquantes')),
    ),
  du: JourSchema,
  au: JourSchema,
  heure_debut: heure,
  heure_fin: heure,
};

const FermetureSchema = z.object({
  id: z.string(),
  pistes: z.array(z.string()),
  du: z.string(),
  au: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  motif: z.nullable(z.string()),
  publique: z.boolean(),
});

/** `comptes`: the accounts that have a seat. `libres`: where it can be at the same hours. */
const ConcerneeSchema = z.object({
  id: z.string(),
  version: z.int(),
  date_reservation: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  type_piste: z.string(),
  type_lecon: z.string(),
  nom_client: z.string(),
  noms_participants: z.array(z.string()),
  comptes: z.array(z.string()),
  libres: z.array(z.string()),
});
export type Concernee = z.infer<typeof ConcerneeSchema>;

const IdSchema = z.uuid(fault('fermeture_introuvable'));
const MotifSchema = text('fermeture_motif_invalide');
/** As it was shown: a lesson that has changed since is refused. */
const SHOWN = { id: z.uuid(fault('fermeture_lecons_changees')), version: z.int() };

export const fermetures = {
  /** The closures that touch some days; the reason of one for the desk alone is null for riders. */
  list: call
    .route({ method: 'GET', path: '/fermetures', summary: "Les fermetures d'une période" })
    .meta({ who: 'signed-in', shows: ['fermetures'], byDay: true, etag: true })
    .input(z.strictObject({ du: JourSchema, au: JourSchema }))
    .output(z.array(FermetureSchema)),

  /** What there is to decide before these hours are closed (FERM-05). */
  affected: call
    .route({
      method: 'POST',
      path: '/fermetures/apercu',
      summary: "Les leçons qu'une fermeture concernerait",
    })
    .meta({ who: 'admin', shows: ['fermetures', 'reservations', 'pistes'] })
    .input(z.strictObject(PLAGE))
    .output(z.array(ConcerneeSchema)),

  /** Closes, with what becomes of each lesson; all or nothing (FERM-05). */
  create: call
    .route({
      method: 'POST',
      path: '/fermetures',
      successStatus: 201,
      summary: 'Fermer des pistes',
    })
    .meta({ who: 'admin', changes: ['fermetures', 'reservations', 'courriels'] })
    .input(
      z.strictObject({
        ...PLAGE,
        motif: MotifSchema,
        publique: z._default(z.boolean(), true),
        lecons: z.array(
          z.union([
            z.strictObject({ ...SHOWN, sort: z.enum(['garder', 'annuler']) }),
            z.strictObject({ ...SHOWN, sort: z.literal('deplacer'), piste: PisteIdSchema }),
          ]),
        ),
      }),
    )
    .output(FermetureSchema),

  /** Its reason, and who reads it. */
  update: call
    .route({ method: 'PATCH', path: '/fermetures/{id}', summary: 'Modifier une fermeture' })
    .meta({ who: 'admin', changes: ['fermetures'] })
    .input(
      z.strictObject({
        id: IdSchema,
        motif: z.optional(MotifSchema),
        publique: z.optional(z.boolean()),
      }),
    )
    .output(FermetureSchema),

  /** The lessons that it cancelled; of those that can come back, `libres` names their arena. */
  cancelled: call
    .route({
      method: 'GET',
      path: '/fermetures/{id}/annulees',
      summary: "Les leçons qu'une fermeture a annulées",
    })
    .meta({ who: 'admin', shows: ['fermetures', 'reservations'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(z.array(ConcerneeSchema)),

  /** Ends it, and brings back the lessons that are named; all or nothing (FERM-06). */
  reopen: call
    .route({ method: 'POST', path: '/fermetures/{id}/rouvrir', summary: 'Rouvrir des pistes' })
    .meta({ who: 'admin', changes: ['fermetures', 'reservations', 'courriels'] })
    .input(z.strictObject({ id: IdSchema, lecons: z.array(z.strictObject(SHOWN)) }))
    .output(z.object({ remises: z.int() })),
};
