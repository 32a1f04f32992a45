/**
 * Statements, payments and what is owed (REL-01 to REL-41). Amounts are euros. Every call is refused
 * with `facturation_fermee` (404) while 'Facturation' is switched off.
 */
import * as z from 'zod';
import { isOneLine } from '#domain/core/one_line.ts';
import {
  isMois,
  LIBELLE_LIGNE_MAX,
  MOYENS,
  RAISON_LIGNE_MAX,
  SOURCES_LIGNE,
} from '#domain/billing/facturation.ts';
import { call } from './call.ts';
import { fault, JourSchema, text } from './fields.ts';

const MoisSchema = text('mois_invalide').check(z.refine(isMois, fault('mois_invalide')));
const MontantSchema = z.number(fault('montant_invalide'));
const NommeSchema = z.object({ id: z.string(), nom: z.string() });

/** Drawn by the caller: a repeated call finds what it has stored. */
const CLE = { id: z.uuid(fault('donnees_invalides')) };
const CLIENT = { client: z.uuid(fault('client_inconnu')) };

/**
 * A line of an account. `source` and `id` name the seat or the stored line. `client`: whose it is.
 * `cavalier`: the rider of a seat; null for a free line. `ecart`: it differs from what was sent
 * (REL-05). `raison`: of a correction.
 */
const LigneDeCompteSchema = z.object({
  source: z.enum(SOURCES_LIGNE),
  id: z.string(),
  client: NommeSchema,
  jour: z.string(),
  libelle: z.string(),
  cavalier: z.nullable(z.string()),
  montant: z.number(),
  ecart: z.boolean(),
  raison: z.nullable(z.string()),
});

/**
 * The next statement of an account (REL-19): the last day of its month, what of the lines "en cours" is
 * on it and of later days, null if none is. An instance of the previous version does not send it.
 */
const ProchainSchema = z.object({
  au: z.string(),
  montant: z.number(),
  ensuite: z.nullable(z.number()),
});

/** A statement in a list. `jour`: when it was made. */
const ReleveResumeSchema = z.object({
  id: z.string(),
  numero: z.string(),
  mois: z.string(),
  jour: z.string(),
  nom: z.string(),
  ce_mois: z.number(),
  a_payer: z.number(),
});
export type ReleveResume = z.infer<typeof ReleveResumeSchema>;

/** The mentions of the centre; empty texts are not given. */
const MentionsSchema = z.object({
  nom: z.string(),
  forme: z.string(),
  adresse: z.string(),
  numero: z.string(),
});

/**
 * A statement as it was made (REL-07). `blocs`: one for each rider, and one without a rider for the
 * free lines of the payer. `communication`: twelve digits.
 */
const ReleveSchema = z.object({
  ...ReleveResumeSchema.shape,
  adresse: z.nullable(z.string()),
  blocs: z.array(
    z.object({
      cavalier: z.nullable(z.string()),
      lignes: z.array(
        z.object({
          /** The id of the customer; null once it is erased. */
          client: z.nullable(z.string()),
          source: z.enum(SOURCES_LIGNE),
          id: z.string(),
          jour: z.string(),
          libelle: z.string(),
          montant: z.number(),
          ecart: z.boolean(),
          raison: z.nullable(z.string()),
        }),
      ),
      total: z.number(),
    }),
  ),
  solde_precedent: z.number(),
  paye: z.number(),
  communication: z.string(),
  /**
   * As printed (REL-15); null for a statement of a version before, which has those of the centre. An
   * instance of the previous version does not send this field.
   */
  mentions: z.optional(z.nullable(MentionsSchema)),
});

/**
 * The centre as it is now, as statements show it (REL-15). The screen draws the QR code from it (`epcOf`); without
 * IBAN or holder there is none.
 */
const CentreDeReleveSchema = z.object({
  titulaire: z.string(),
  iban: z.string(),
  ...MentionsSchema.shape,
});

/**
 * A movement of an account. `moyen`: null for the rounding of cash. `montant`: negative for an undone
 * payment. `annule`: it has been undone; `annulation`: it undoes another one.
 */
const MouvementSchema = z.object({
  id: z.string(),
  jour: z.string(),
  moyen: z.nullable(z.enum(MOYENS)),
  montant: z.number(),
  note: z.nullable(z.string()),
  annule: z.boolean(),
  annulation: z.boolean(),
  saisi_le: z.string(),
});
export type Mouvement = z.infer<typeof MouvementSchema>;

/**
 * Who owes what. `solde`: what is owed, negative for a credit; `en_cours`: the lines that are on no
 * statement yet; `depuis`: the day of the oldest line that is not covered; `demande`: when a statement
 * asked for it first, null if none. `releve`: the last one.
 * `rappel`: the day of the last reminder; `rappelable`: one may be sent now. `efface`: the customer
 * was erased.
 */
const DoitSchema = z.object({
  ...NommeSchema.shape,
  email: z.nullable(z.string()),
  telephone: z.nullable(z.string()),
  solde: z.number(),
  en_cours: z.number(),
  depuis: z.nullable(z.string()),
  demande: z.optional(z.nullable(z.string())),
  releve: z.nullable(z.object({ id: z.string(), numero: z.string(), jour: z.string() })),
  rappel: z.nullable(z.string()),
  rappelable: z.boolean(),
  efface: z.boolean(),
});
export type Doit = z.infer<typeof DoitSchema>;

const CompteSchema = z.object({
  ...NommeSchema.shape,
  /** Who pays for the customer, and for whom it pays: their lines are on the payer's account. */
  payeur: z.nullable(NommeSchema),
  paie_pour: z.array(NommeSchema),
  efface: z.boolean(),
  solde: z.number(),
  en_cours: z.number(),
  depuis: z.nullable(z.string()),
  demande: z.optional(z.nullable(z.string())),
  prochain: z.optional(ProchainSchema),
  rappel: z.nullable(z.string()),
  rappelable: z.boolean(),
  /** The lines that are on no statement yet, differences to sent ones included, earliest first. */
  lignes: z.array(LigneDeCompteSchema),
  /** Latest first. */
  releves: z.array(ReleveResumeSchema),
  mouvements: z.array(MouvementSchema),
});
export type Compte = z.infer<typeof CompteSchema>;

/** Lessons that make a month doubtful: how many, and the first 50 (REL-12). */
const DouteSchema = z.object({
  total: z.int(),
  lecons: z.array(
    z.object({
      id: z.string(),
      date_reservation: z.string(),
      heure_debut: z.string(),
      type_piste: z.string(),
      type_lecon: z.string(),
      noms: z.array(z.string()),
    }),
  ),
});

const SHOWS = ['facturation', 'reservations', 'users', 'cavaliers', 'parametres'] as const;
const CHANGES = ['facturation'] as const;
const SUCCESS = z.object({ success: z.boolean() });

export const facturation = {
  /** The months that have statements, latest first, and the last day that a statement covers. */
  etat: call
    .route({ method: 'GET', path: '/facturation', summary: 'Les mois facturés' })
    .meta({ who: 'admin', shows: ['facturation', 'parametres'] })
    .output(
      z.object({
        depuis: z.string(),
        jusque: z.nullable(z.string()),
        mois: z.array(z.object({ mois: z.string(), releves: z.int(), total: z.number() })),
        centre: CentreDeReleveSchema,
      }),
    ),

  /** What statements of a month would contain, and what is doubtful before it (REL-12). */
  prepare: call
    .route({
      method: 'GET',
      path: '/facturation/mois/{mois}',
      summary: 'Les relevés à faire pour un mois, et ce qui est douteux',
    })
    .meta({ who: 'admin', shows: [...SHOWS, 'types_lecons', 'prix'] })
    .input(z.strictObject({ mois: MoisSchema }))
    .output(
      z.object({
        mois: z.string(),
        /** Statements of the month that are made already. */
        faits: z.int(),
        /** By name. `compte`: an email is sent; the statement of the others is printed. */
        clients: z.array(
          z.object({
            ...NommeSchema.shape,
            compte: z.boolean(),
            lignes: z.int(),
            montant: z.number(),
          }),
        ),
        en_attente: DouteSchema,
        sans_client: DouteSchema,
        sans_prix: DouteSchema,
        sans_presence: DouteSchema,
        /**
         * Seats that were credited more than they cost, and by how much (REL-78), each with its
         * correction. An instance of the previous version does not send this field.
         */
        credits: z.optional(
          z.array(
            z.object({
              client: NommeSchema,
              jour: z.string(),
              libelle: z.string(),
              cavalier: z.nullable(z.string()),
              montant: z.number(),
            }),
          ),
        ),
      }),
    ),

  /**
   * Makes and sends the statements of a month: at most 200 of them; the caller repeats it until
   * nothing is left (REL-11). `clients`: only of these payers. A statement is made of lines that are
   * on none, so that a repeated call makes none twice.
   */
  make: call
    .route({ method: 'POST', path: '/releves', summary: "Faire les relevés d'un mois" })
    .meta({ who: 'admin', changes: ['facturation', 'courriels'] })
    .input(
      z.strictObject({
        mois: MoisSchema,
        clients: z.optional(z.array(z.uuid(fault('client_inconnu'))).check(z.maxLength(500))),
      }),
    )
    .output(z.object({ faits: z.array(z.string()), restent: z.int() })),

  /** Whole statements of a month, by name, for the print: 200 a page, `total` in all (REL-14). */
  releves: call
    .route({ method: 'GET', path: '/releves', summary: "Les relevés d'un mois, à imprimer" })
    .meta({ who: 'admin', shows: ['facturation', 'parametres', 'users'] })
    .input(
      z.strictObject({
        mois: MoisSchema,
        page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000)), 1),
      }),
    )
    .output(
      z.object({
        total: z.int(),
        centre: CentreDeReleveSchema,
        /** `payeur`: the id of the account. `reste`: what of the month is not paid now (REL-20). */
        releves: z.array(
          z.object({
            ...ReleveSchema.shape,
            payeur: z.string(),
            reste: z.optional(z.number()),
          }),
        ),
      }),
    ),

  releve: call
    .route({ method: 'GET', path: '/releves/{id}', summary: 'Un relevé' })
    .meta({ who: 'admin', shows: ['facturation', 'parametres', 'users'] })
    .input(z.strictObject({ id: z.uuid(fault('releve_introuvable')) }))
    .output(z.object({ centre: CentreDeReleveSchema, releve: ReleveSchema, payeur: z.string() })),

  /** Stores a free line of a customer: a licence, a course (REL-04). */
  addLigne: call
    .route({
      method: 'POST',
      path: '/facturation/lignes',
      successStatus: 201,
      summary: "Ajouter une ligne au compte d'un client",
    })
    .meta({ who: 'admin', changes: CHANGES })
    .input(
      z.strictObject({
        ...CLE,
        ...CLIENT,
        jour: JourSchema,
        libelle: text('ligne_libelle_invalide').check(
          z.refine(
            (libelle) => libelle.trim() !== '' && isOneLine(libelle, LIBELLE_LIGNE_MAX),
            fault('ligne_libelle_invalide'),
          ),
        ),
        montant: MontantSchema,
      }),
    )
    .output(SUCCESS),

  /** Stores the counter-line of a line, with its reason (REL-06). */
  correct: call
    .route({
      method: 'POST',
      path: '/facturation/corrections',
      successStatus: 201,
      summary: "Corriger une ligne du compte d'un client",
    })
    .meta({ who: 'admin', changes: CHANGES })
    .input(
      z.strictObject({
        ...CLE,
        ...CLIENT,
        source: z.enum(SOURCES_LIGNE, fault('ligne_absente')),
        ligne: z.uuid(fault('ligne_absente')),
        raison: text('correction_sans_raison').check(
          z.refine(
            (raison) => raison.trim() !== '' && isOneLine(raison, RAISON_LIGNE_MAX),
            fault('correction_sans_raison'),
          ),
        ),
      }),
    )
    .output(SUCCESS),

  /** Every account with an amount, oldest first; credits and running months last (REL-20). */
  doit: call
    .route({ method: 'GET', path: '/facturation/doit', summary: 'Qui doit quoi' })
    .meta({ who: 'admin', shows: SHOWS })
    .output(z.array(DoitSchema)),

  /**
   * The accounts that an amount, a name, a number of a statement or a communication finds: those with
   * exactly that open amount first, at most 10 (REL-24).
   */
  chercher: call
    .route({
      method: 'GET',
      path: '/facturation/recherche',
      summary: 'Les comptes que trouve un montant, un nom ou une communication',
    })
    .meta({ who: 'admin', shows: SHOWS })
    .input(z.strictObject({ q: z.string().check(z.maxLength(200)) }))
    .output(
      z.object({
        /** The amount of the text; null if it is none. */
        montant: z.nullable(z.number()),
        comptes: z.array(z.object({ ...DoitSchema.shape, exact: z.boolean() })),
      }),
    ),

  /**
   * Stores a payment (REL-21). `attendu`: what was owed when the person decided; another amount by now
   * is refused with `solde_change`. Cash is rounded (REL-22).
   */
  pay: call
    .route({
      method: 'POST',
      path: '/facturation/paiements',
      successStatus: 201,
      summary: 'Enregistrer un paiement',
    })
    .meta({ who: 'admin', changes: CHANGES })
    .input(
      z.strictObject({
        ...CLE,
        ...CLIENT,
        attendu: MontantSchema,
        montant: MontantSchema,
        jour: JourSchema,
        moyen: z.enum(MOYENS, fault('moyen_invalide')),
        note: z._default(
          z.nullable(
            text('paiement_note_longue').check(
              z.refine((note) => isOneLine(note, RAISON_LIGNE_MAX), fault('paiement_note_longue')),
            ),
          ),
          null,
        ),
      }),
    )
    .output(z.object({ solde: z.number() })),

  /** Undoes a payment by a counter-movement (REL-23). */
  undo: call
    .route({
      method: 'POST',
      path: '/facturation/paiements/{id}/annulation',
      summary: 'Annuler un paiement',
    })
    .meta({ who: 'admin', changes: CHANGES })
    .input(z.strictObject({ id: z.uuid(fault('paiement_introuvable')) }))
    .output(z.object({ solde: z.number() })),

  /**
   * Sends reminders (REL-27): to one account, or without `client` to all that may be reminded now.
   * `faits`: how many; `sans_email`: to whom none can be sent, because they have no account.
   */
  relancer: call
    .route({ method: 'POST', path: '/facturation/rappels', summary: 'Envoyer des rappels' })
    .meta({ who: 'admin', changes: ['facturation', 'courriels'] })
    .input(z.strictObject({ client: z.optional(CLIENT.client) }))
    .output(z.object({ faits: z.int(), sans_email: z.array(NommeSchema) })),

  /** The payments of some days, by day (REL-25). `arrondi`: what rounding left. */
  recettes: call
    .route({ method: 'GET', path: '/facturation/recettes', summary: 'Le journal des recettes' })
    .meta({ who: 'admin', shows: ['facturation', 'users'] })
    .input(z.strictObject({ du: JourSchema, au: JourSchema }))
    .output(
      z.array(
        z.object({
          id: z.string(),
          jour: z.string(),
          client: z.string(),
          /** The number of the account's last statement when it was entered. */
          releve: z.optional(z.nullable(z.string())),
          moyen: z.enum(MOYENS),
          montant: z.number(),
          arrondi: z.number(),
          note: z.nullable(z.string()),
          annulation: z.boolean(),
          saisi_le: z.string(),
        }),
      ),
    ),

  /** The account of a customer, erased ones too (REL-19). */
  compte: call
    .route({ method: 'GET', path: '/facturation/comptes/{id}', summary: "Le compte d'un client" })
    .meta({ who: 'admin', shows: SHOWS })
    .input(z.strictObject({ id: z.uuid(fault('compte_introuvable')) }))
    .output(CompteSchema),

  /** What is open before a customer is erased: the sum with the lines that are on no statement (REL-35). */
  ouvert: call
    .route({
      method: 'GET',
      path: '/facturation/comptes/{id}/ouvert',
      summary: "Ce qui est ouvert avant l'effacement d'un client",
    })
    .meta({ who: 'admin', shows: SHOWS })
    .input(z.strictObject({ id: z.uuid(fault('compte_introuvable')) }))
    .output(z.object({ solde: z.number(), en_cours: z.number() })),

  /** The accounts of erased customers that are kept (REL-37). */
  effaces: call
    .route({ method: 'GET', path: '/facturation/effaces', summary: 'Les comptes effacés' })
    .meta({ who: 'admin', shows: ['facturation', 'users'] })
    .output(
      z.array(
        z.object({
          ...NommeSchema.shape,
          adresse: z.nullable(z.string()),
          efface_le: z.string(),
          solde: z.number(),
          releves: z.int(),
        }),
      ),
    ),
};

/** The statements of the caller, whatever `showPrices` says (REL-30). */
export const mesReleves = {
  list: call
    .route({ method: 'GET', path: '/mes-releves', summary: 'Mes relevés' })
    .meta({ who: 'signed-in', shows: ['facturation', 'reservations', 'parametres'] })
    .output(
      z.object({
        solde: z.number(),
        en_cours: z.number(),
        prochain: z.optional(ProchainSchema),
        /** Another customer pays for the caller, and gets the statements. */
        paye_par_un_autre: z.boolean(),
        releves: z.array(ReleveResumeSchema),
        paiements: z.array(MouvementSchema),
      }),
    ),

  get: call
    .route({ method: 'GET', path: '/mes-releves/{id}', summary: 'Un de mes relevés' })
    .meta({ who: 'signed-in', shows: ['facturation', 'parametres'] })
    .input(z.strictObject({ id: z.uuid(fault('releve_introuvable')) }))
    .output(z.object({ centre: CentreDeReleveSchema, releve: ReleveSchema })),
};
