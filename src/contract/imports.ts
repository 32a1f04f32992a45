/** Imports of customers and riders from CSV files (IMP-01). */
import * as z from 'zod';
import { isOneLine } from '#domain/core/one_line.ts';
import { CIBLES } from '#domain/imports/import_colonnes.ts';
import { FICHIER_MAX } from '#domain/imports/imports.ts';
import { call } from './call.ts';
import { fault, text } from './fields.ts';

const CibleSchema = z.enum(CIBLES, fault('import_colonnes'));

/** The bytes of the file, in base64: only the server decides how they are read (IMP-02). */
const CONTENU = {
  contenu: text('import_pas_csv').check(
    z.regex(
      /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
      fault('import_pas_csv'),
    ),
  ),
};
const DEMANDE = { ...CONTENU, colonnes: z.array(CibleSchema, fault('import_colonnes')) };

const ClientImporteSchema = z.object({
  lignes: z.array(z.int()),
  id: z.nullable(z.string()),
  nom: z.string(),
  compte: z.boolean(),
  changements: z.array(
    z.object({
      champ: z.enum(['telephone', 'email', 'adresse', 'note']),
      avant: z.nullable(z.string()),
      apres: z.string(),
    }),
  ),
  cavaliers: z.array(
    z.object({
      id: z.nullable(z.string()),
      nom: z.string(),
      annee_naissance: z.nullable(z.int()),
      note: z.nullable(z.string()),
    }),
  ),
});

const ImportSchema = z.object({
  id: z.string(),
  fichier: z.string(),
  crees: z.int(),
  modifies: z.int(),
  inchanges: z.int(),
  refuses: z.int(),
  par: z.nullable(z.string()),
  created_at: z.string(),
  defait_at: z.nullable(z.string()),
});

const CHANGES = ['users', 'cavaliers', 'reservations'] as const;

export const imports = {
  /** The columns of a file with their first values, and what each probably contains (IMP-03). */
  read: call
    .route({ method: 'POST', path: '/imports/lecture', summary: "Les colonnes d'un fichier CSV" })
    .meta({ who: 'admin' })
    .input(z.strictObject(CONTENU))
    .output(
      z.object({
        lignes: z.int(),
        colonnes: z.array(
          z.object({ titre: z.string(), exemples: z.array(z.string()), cible: z.enum(CIBLES) }),
        ),
      }),
    ),

  /** What the import of a file would do; nothing is stored (IMP-04). */
  plan: call
    .route({ method: 'POST', path: '/imports/apercu', summary: "L'aperçu d'un import de clients" })
    .meta({ who: 'admin' })
    .input(z.strictObject(DEMANDE))
    .output(
      z.object({
        id: z.string(),
        empreinte: z.string(),
        plan: z.object({
          crees: z.array(ClientImporteSchema),
          modifies: z.array(ClientImporteSchema),
          inchanges: z.array(ClientImporteSchema),
          refusees: z.array(
            z.object({ ligne: z.int(), valeurs: z.array(z.string()), raison: z.string() }),
          ),
          illisibles: z.array(
            z.object({ colonne: z.int(), cible: z.enum(CIBLES), lignes: z.array(z.int()) }),
          ),
        }),
      }),
    ),

  /** Carries out the plan with this fingerprint, under the id that came with it (IMP-09). */
  create: call
    .route({
      method: 'POST',
      path: '/imports',
      successStatus: 201,
      summary: 'Importer des clients et des cavaliers',
    })
    .meta({ who: 'admin', changes: CHANGES })
    .input(
      z.strictObject({
        ...DEMANDE,
        id: z.uuid(fault('import_introuvable')),
        fichier: z.string().check(
          z.minLength(1),
          z.refine((nom) => isOneLine(nom, FICHIER_MAX)),
        ),
        empreinte: text('import_change').check(z.regex(/^[0-9a-f]{64}$/, fault('import_change'))),
      }),
    )
    .output(ImportSchema),

  /** The imports of the last 30 days, newest first. */
  list: call
    .route({ method: 'GET', path: '/imports', summary: 'Les derniers imports de clients' })
    .meta({ who: 'admin', shows: ['users'] })
    .output(z.array(ImportSchema)),

  /** Takes an import back as a whole, as long as nothing of it was used (IMP-10). */
  undo: call
    .route({ method: 'POST', path: '/imports/{id}/defaire', summary: 'Défaire un import' })
    .meta({ who: 'admin', changes: CHANGES })
    .input(z.strictObject({ id: z.uuid(fault('import_introuvable')) }))
    .output(ImportSchema),
};
