import * as z from 'zod';
import { ORIGINES } from '#domain/backups.ts';
import { call } from './call.ts';
import { fault, text } from './fields.ts';

/** `SauvegardeFaite` and `FichierSauvegarde` of the domain. */
const FaiteSchema = z.object({
  origine: z.enum(ORIGINES),
  debut_at: z.string(),
  fin_at: z.nullable(z.string()),
  nom: z.nullable(z.string()),
  octets: z.nullable(z.int()),
  non_verifiee: z.nullable(z.string()),
  erreur: z.nullable(z.string()),
});

const FichierSchema = z.object({
  nom: z.string(),
  creee_at: z.string(),
  octets: z.int(),
  avant: z.nullable(z.enum(['restauration', 'mise-a-jour'])),
});

export const sauvegardes = {
  get: call
    .route({
      method: 'GET',
      path: '/sauvegardes',
      summary: 'Les sauvegardes : la dernière, la prochaine, les fichiers gardés',
    })
    .meta({ who: 'admin', shows: ['sauvegardes'] })
    .output(
      z.object({
        /** `derniere`: the last backup that was begun. `reussie`: the last one that succeeded. */
        derniere: z.nullable(FaiteSchema),
        reussie: z.nullable(FaiteSchema),
        prochaine_at: z.string(),
        dossier: z.string(),
        chiffrees: z.boolean(),
        /** The files in the folder of the machine that answers, newest first. */
        fichiers: z.array(FichierSchema),
      }),
    ),

  /** The warnings that banners show to administrators on every screen (OPS-24, OPS-47). */
  alerte: call
    .route({
      method: 'GET',
      path: '/sauvegardes/alerte',
      summary: 'Les sauvegardes se font-elles ?',
    })
    .meta({ who: 'admin', shows: ['sauvegardes'] })
    .output(
      z.object({
        panne: z.nullable(z.object({ depuis: z.string(), raison: z.nullable(z.string()) })),
        /** Functions and triggers of the database that somebody has changed. */
        modifies: z.array(z.string()),
      }),
    ),

  /** Answers once the backup has begun; the server then continues it. */
  begin: call
    .route({
      method: 'POST',
      path: '/sauvegardes',
      successStatus: 202,
      summary: 'Sauvegarder maintenant',
    })
    .meta({ who: 'admin', changes: ['sauvegardes'] })
    .output(z.object({ success: z.literal(true) })),

  /**
   * A POST, because it takes a password. `code`: required if an authenticator application is active
   * (ACC-80).
   */
  download: call
    .route({
      method: 'POST',
      path: '/sauvegardes/{nom}/telechargement',
      summary: 'Télécharger une sauvegarde',
    })
    .meta({ who: 'admin' })
    .input(
      z.strictObject({
        nom: text('sauvegarde_introuvable'),
        password: text('mot_de_passe_actuel_incorrect'),
        code: z.optional(text('code_incorrect').check(z.maxLength(100, fault('code_incorrect')))),
      }),
    )
    .output(z.file()),
};
