import * as z from 'zod';
import { DEMI_HEURES } from '#domain/slots/creneaux.ts';
import { STATUTS_RESERVATION } from '#domain/lessons/reservations.ts';
import { call } from './call.ts';
import { EcritureSchema, fault, JourSchema, PisteIdSchema, text } from './fields.ts';
import { RaisonSchema } from './reservations.ts';

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

/**
 * `comptes`: the accounts that have a seat. `libres`: the arenas to which the lesson can move at
 * the same hours.
 */
const ConcerneeSchema = z.object({
  id: z.string(),
  version: z.int(),
  date_reservation: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  type_piste: z.string(),
  type_lecon: z.string(),
  nom_client: z.string(),
  statut: z.enum(STATUTS_RESERVATION),
  /** Why it was cancelled; only of a cancelled lesson. */
  raison: z.optional(z.nullable(z.string())),
  noms_participants: z.array(z.string()),
  comptes: z.array(z.string()),
  libres: z.array(z.string()),
});
export type Concernee = z.infer<typeof ConcerneeSchema>;

const IdSchema = z.uuid(fault('fermeture_introuvable'));
const MotifSchema = text('fermeture_motif_invalide');
/** A lesson in the version that the screen showed. If it has changed since, the call is refused. */
const SHOWN = { id: z.uuid(fault('fermeture_lecons_changees')), version: z.int() };

export const fermetures = {
  /** The closures on some days. The reason of a closure that is not public is null for riders. */
  list: call
    .route({ method: 'GET', path: '/fermetures', summary: "Les fermetures d'une période" })
    .meta({ who: 'signed-in', shows: ['fermetures'], byDay: true, etag: true })
    .input(z.strictObject({ du: JourSchema, au: JourSchema }))
    .output(z.array(FermetureSchema)),

  /** The lessons on which an administrator must decide before these hours are closed (FERM-05). */
  affected: call
    .route({
      method: 'POST',
      path: '/fermetures/apercu',
      summary: "Les leçons qu'une fermeture concernerait",
    })
    .meta({ who: 'admin', shows: ['fermetures', 'reservations', 'pistes'] })
    .input(z.strictObject(PLAGE))
    .output(z.array(ConcerneeSchema)),

  /**
   * Closes the hours and applies the decision for each lesson, or changes nothing at all (FERM-05).
   * A closure that was reopened comes back under its `id`, with the reason of each lesson that it
   * cancels again, and `encore`, those that it had cancelled and that stayed so (DESK-53).
   */
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
        id: z.optional(IdSchema),
        encore: z.optional(z.array(z.strictObject(SHOWN))),
        ecriture: z.optional(EcritureSchema),
        lecons: z.array(
          z.union([
            z.strictObject({
              ...SHOWN,
              sort: z.enum(['garder', 'annuler']),
              raison: RaisonSchema,
            }),
            z.strictObject({ ...SHOWN, sort: z.literal('deplacer'), piste: PisteIdSchema }),
          ]),
        ),
      }),
    )
    .output(FermetureSchema),

  /**
   * Changes the reason, and whether riders may read it. `avant`: refused if another reason is
   * stored now (DESK-53).
   */
  update: call
    .route({ method: 'PATCH', path: '/fermetures/{id}', summary: 'Modifier une fermeture' })
    .meta({ who: 'admin', changes: ['fermetures'] })
    .input(
      z.strictObject({
        id: IdSchema,
        motif: z.optional(MotifSchema),
        publique: z.optional(z.boolean()),
        avant: z.optional(z.strictObject({ motif: MotifSchema, publique: z.boolean() })),
      }),
    )
    .output(FermetureSchema),

  /**
   * The lessons that the closure cancelled. For those that can be restored, `libres` names their
   * arena.
   */
  cancelled: call
    .route({
      method: 'GET',
      path: '/fermetures/{id}/annulees',
      summary: "Les leçons qu'une fermeture a annulées",
    })
    .meta({ who: 'admin', shows: ['fermetures', 'reservations'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(z.array(ConcerneeSchema)),

  /**
   * Ends the closure and restores the named lessons, or changes nothing at all (FERM-06). `statut`:
   * what they were before, `confirmee` if it is left out; `piste`: the arena to which a lesson
   * returns that the closure moved (DESK-53).
   */
  reopen: call
    .route({ method: 'POST', path: '/fermetures/{id}/rouvrir', summary: 'Rouvrir des pistes' })
    .meta({ who: 'admin', changes: ['fermetures', 'reservations', 'courriels'] })
    .input(
      z.strictObject({
        id: IdSchema,
        lecons: z.array(
          z.union([
            z.strictObject({
              ...SHOWN,
              statut: z.optional(z.enum(['confirmee', 'en_attente'])),
            }),
            z.strictObject({ ...SHOWN, piste: PisteIdSchema }),
          ]),
        ),
      }),
    )
    .output(z.object({ remises: z.int() })),
};
