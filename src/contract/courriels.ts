import * as z from 'zod';
import { ETATS_COURRIEL, SORTES_COURRIEL } from '#domain/emails/courriels.ts';
import { call } from './call.ts';
import { fault, PageSchema, text } from './fields.ts';

const IdSchema = z.uuid(fault('courriel_introuvable'));

/** The id of an email; of a planned reminder, the ids of its lesson and of its account. */
const ShownIdSchema = text('courriel_introuvable').check(
  z.regex(
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/i,
    fault('courriel_introuvable'),
  ),
);

const CourrielSchema = z.object({
  /** Of a planned reminder, which is not stored: `ShownIdSchema`. */
  id: z.string(),
  sorte: z.enum(SORTES_COURRIEL),
  destinataire: z.string(),
  destinataire_nom: z.string(),
  sujet: z.string(),
  statut: z.enum(ETATS_COURRIEL),
  essais: z.int(),
  derniere_erreur: z.nullable(z.string()),
  envoyer_apres: z.string(),
  perime_apres: z.string(),
  envoye_at: z.nullable(z.string()),
  /** Of a planned reminder: when it will be written. */
  created_at: z.string(),
  /** Whether an administrator has marked the failure as seen. */
  vu: z.boolean(),
  /**
   * Whether the email can be sent again. It cannot if it still waits, if it is outdated, or if it
   * carries a link.
   */
  renvoyable: z.boolean(),
});
export type Courriel = z.infer<typeof CourrielSchema>;

const COUNTS = {
  en_attente: z.int(),
  planifie: z.int(),
  envoye: z.int(),
  echoue: z.int(),
  perime: z.int(),
  echoue_non_vus: z.int(),
};

const BODY = { html: z.string(), texte: z.string() };

const ApercuSchema = z.object({ sorte: z.enum(SORTES_COURRIEL), sujet: z.string(), ...BODY });
export type Apercu = z.infer<typeof ApercuSchema>;

export const courriels = {
  /**
   * Emails of one state, or all that are stored (MAIL-10). Newest first, of planned reminders those
   * that are due first; 100 per page; `X-Total-Count` is their number.
   */
  list: call
    .route({ method: 'GET', path: '/courriels', summary: 'Les emails' })
    .meta({ who: 'admin', shows: ['courriels'] })
    .input(
      z.strictObject({
        statut: z.optional(z.enum(ETATS_COURRIEL)),
        page: PageSchema,
      }),
    )
    .output(z.array(CourrielSchema)),

  /**
   * How many emails are in each state, how many failures nobody has seen, whether this server can
   * send emails and, if it can, which emails are late (MAIL-22).
   */
  resume: call
    .route({
      method: 'GET',
      path: '/courriels/resume',
      summary: "Combien d'emails dans chaque état",
    })
    .meta({ who: 'admin', shows: ['courriels'] })
    .output(
      z.object({
        envoi: z.boolean(),
        expediteur: z.string(),
        retard: z.nullable(z.object({ nombre: z.int(), depuis: z.string() })),
        ...COUNTS,
      }),
    ),

  /** Each kind of email as it is sent, with a sample name (MAIL-11). */
  preview: call
    .route({ method: 'GET', path: '/courriels/apercu', summary: "Chaque email, tel qu'il part" })
    .meta({ who: 'admin', shows: ['parametres'] })
    .output(z.array(ApercuSchema)),

  get: call
    .route({ method: 'GET', path: '/courriels/{id}', summary: 'Un email, entier' })
    .meta({ who: 'admin', shows: ['courriels'] })
    .input(z.strictObject({ id: ShownIdSchema }))
    /**
     * The email without its link. `lien`: whether it has one, which `showLien` answers (MAIL-21).
     */
    .output(
      z.object({
        ...CourrielSchema.shape,
        ...BODY,
        calendrier: z.nullable(z.string()),
        lien: z.boolean(),
      }),
    ),

  /**
   * The link of a waiting email, for a server that cannot send emails. The journal records who
   * asked for it (MAIL-21).
   */
  showLien: call
    .route({
      method: 'POST',
      path: '/courriels/{id}/lien',
      summary: "Afficher le lien d'un email qui ne part pas",
    })
    .meta({ who: 'admin' })
    .input(z.strictObject({ id: IdSchema }))
    .output(z.object({ lien: z.string() })),

  /** Sends the email again, with the same Message-ID. */
  resend: call
    .route({ method: 'POST', path: '/courriels/{id}/renvoi', summary: 'Renvoyer un email' })
    .meta({ who: 'admin', changes: ['courriels'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(z.object({ email_envoye: z.boolean() })),

  /** Sends again every failed email that can be sent again; `restes` counts the others. */
  resendFailed: call
    .route({
      method: 'POST',
      path: '/courriels/echecs/renvoi',
      summary: 'Renvoyer tous les emails échoués',
    })
    .meta({ who: 'admin', changes: ['courriels'] })
    .output(z.object({ renvoyes: z.int(), restes: z.int(), email_envoye: z.boolean() })),

  /** Marks failures as seen. Answers how many of them were not marked before. */
  markSeen: call
    .route({
      method: 'POST',
      path: '/courriels/echecs/vus',
      summary: "Prendre note d'emails échoués",
    })
    .meta({ who: 'admin', changes: ['courriels'] })
    .input(z.strictObject({ ids: z.array(z.uuid()).check(z.maxLength(100)) }))
    .output(z.object({ vus: z.int() })),

  /** Sends a test email to the given address, by default to the caller's own. */
  sendTest: call
    .route({
      method: 'POST',
      path: '/courriels/essai',
      successStatus: 201,
      summary: "Envoyer un email d'essai",
    })
    .meta({ who: 'admin', changes: ['courriels'] })
    .input(z.strictObject({ destinataire: z.optional(text('destinataire_invalide')) }))
    .output(z.object({ id: z.string(), email_envoye: z.boolean() })),
};
