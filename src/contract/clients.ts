import * as z from 'zod';
import type { CodeRefus } from '#domain/errors/errors.ts';
import { call } from './call.ts';
import { fault, PageSchema, text } from './fields.ts';

/** A customer as the desk chooses it; `compte`: whether it has an account. */
export const TrouveSchema = z.object({
  id: z.string(),
  nom: z.string(),
  email: z.nullable(z.string()),
  telephone: z.nullable(z.string()),
  compte: z.boolean(),
});

const ClientSchema = z.object({
  id: z.string(),
  nom: z.string(),
  telephone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  adresse: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Who pays for this customer. */
  payeur: z.nullable(z.object({ id: z.string(), nom: z.string() })),
  /** How many seats it has in lessons. */
  places: z.int(),
  /** Another customer who may be the same person (CLI-11). */
  semblable: z.nullable(TrouveSchema),
  /** Counts the changes; a change says on which one it is based (CLI-26). */
  version: z.int(),
  created_at: z.string(),
});

const optional = (code: CodeRefus) => z._default(z.nullable(text(code)), null);

const FIELDS = {
  nom: text('client_nom_invalide'),
  telephone: optional('telephone_invalide'),
  email: optional('email_invalide'),
  adresse: optional('adresse_invalide'),
  note: optional('client_note_longue'),
};
const ID = { id: z.uuid(fault('client_inconnu')) };

/** A search text for names, emails, telephones and riders; surrounding spaces are ignored. */
const SearchSchema = z.optional(z.string().check(z.maxLength(200)));

/** Customers (CLI-01): who pays. An account is a customer under its own id. */
export const clients = {
  /** The customers without an account, by name; `q`: only those that a text finds. */
  list: call
    .route({ method: 'GET', path: '/clients', summary: 'Les clients sans compte' })
    .meta({ who: 'admin', shows: ['users', 'reservations'] })
    .input(z.strictObject({ q: SearchSchema, page: PageSchema }))
    .output(z.array(ClientSchema)),

  /** Customers without an account, each with another one who may be the same person (CLI-13). */
  semblables: call
    .route({
      method: 'GET',
      path: '/clients/semblables',
      summary: 'Les clients sans compte qui sont peut-être un autre client',
    })
    .meta({ who: 'admin', shows: ['users'] })
    .output(z.array(z.object({ client: TrouveSchema, semblable: TrouveSchema }))),

  /** The active accounts and the customers without one that a text finds, by name (CLI-04). */
  search: call
    .route({
      method: 'GET',
      path: '/clients/recherche',
      summary: 'Les comptes actifs et les clients sans compte que trouve un texte',
    })
    .meta({ who: 'admin', shows: ['users', 'cavaliers', 'reservations'] })
    .input(z.strictObject({ q: z.string().check(z.maxLength(200)) }))
    .output(z.array(TrouveSchema)),

  /**
   * The same customers with their riders and usual lesson types, for the fast entry (DESK-72);
   * without a text only `dernier`, the type that the desk booked last.
   */
  propose: call
    .route({
      method: 'GET',
      path: '/clients/propositions',
      summary: 'Les clients que trouve un texte, avec leurs cavaliers et leur leçon habituelle',
    })
    .meta({ who: 'admin', shows: ['users', 'cavaliers', 'reservations', 'types_lecons'] })
    .input(z.strictObject({ q: z.string().check(z.maxLength(200)) }))
    .output(
      z.object({
        clients: z.array(
          z.object({
            ...TrouveSchema.shape,
            type_lecon: z.nullable(z.string()),
            cavaliers: z.array(z.object({ nom: z.string(), type_lecon: z.nullable(z.string()) })),
          }),
        ),
        dernier: z.nullable(z.string()),
      }),
    ),

  create: call
    .route({
      method: 'POST',
      path: '/clients',
      successStatus: 201,
      summary: 'Ajouter un client sans compte',
    })
    .meta({ who: 'admin', changes: ['users'] })
    .input(z.strictObject(FIELDS))
    .output(ClientSchema),

  /**
   * Replaces all fields of a customer without an account. Refused if `version` is not the present one;
   * a page of the version before sends none, and is told to reload (CLI-26).
   */
  update: call
    .route({ method: 'PUT', path: '/clients/{id}', summary: 'Modifier un client sans compte' })
    .meta({ who: 'admin', changes: ['users', 'reservations'] })
    .input(z.strictObject({ ...ID, ...FIELDS, version: z.optional(z.int()) }))
    .output(ClientSchema),

  /**
   * Makes an account for a customer, and sends a link with which the person chooses a password
   * (CLI-10). `courriel`: its id.
   */
  invite: call
    .route({
      method: 'POST',
      path: '/clients/{id}/invitation',
      summary: 'Ouvrir un compte pour un client, et lui envoyer un lien pour y entrer',
    })
    .meta({ who: 'admin', changes: ['users', 'reservations', 'courriels'] })
    .input(z.strictObject({ ...ID, email: text('email_invalide') }))
    .output(z.object({ email_envoye: z.boolean(), courriel: z.nullable(z.string()) })),

  /** Gives everything of a customer without an account to another customer, and deletes it (CLI-11). */
  merge: call
    .route({
      method: 'POST',
      path: '/clients/{id}/regroupement',
      summary: 'Regrouper un client sans compte avec un autre client',
    })
    .meta({ who: 'admin', changes: ['users', 'reservations', 'cavaliers'] })
    .input(z.strictObject({ ...ID, vers: z.uuid(fault('client_inconnu')) }))
    .output(z.object({ success: z.boolean() })),

  /**
   * Who pays for a customer, with or without an account; null: the customer (CLI-05). `avant`: who paid
   * as it was shown; refused if somebody else pays now (CLI-28). A page of the version before sends none.
   */
  setPayeur: call
    .route({ method: 'PUT', path: '/clients/{id}/payeur', summary: 'Dire qui paie pour un client' })
    .meta({ who: 'admin', changes: ['users'] })
    .input(
      z.strictObject({
        ...ID,
        payeur: z.nullable(z.uuid(fault('client_inconnu'))),
        avant: z.optional(z.nullable(z.uuid(fault('client_inconnu')))),
      }),
    )
    .output(z.object({ success: z.boolean() })),

  /** Erases a customer without an account; its lessons keep the names (CLI-06). */
  remove: call
    .route({ method: 'DELETE', path: '/clients/{id}', summary: 'Effacer un client sans compte' })
    .meta({ who: 'admin', changes: ['users', 'reservations'] })
    .input(z.strictObject(ID))
    .output(z.object({ success: z.boolean() })),
};
