/**
 * Who may make which call, written from the specification and not from the contract. The tests of
 * guards expect this table. A call without a line here does not compile.
 */
import type { api } from '#contract/api.ts';

export const PERSONS = {
  personne: null,
  'second facteur attendu': { etape: 'second_facteur' },
  'enrôlement attendu': { etape: 'enrolement' },
  'en attente': { statut: 'en_attente' },
  refusé: { statut: 'refuse' },
  inactif: { statut: 'inactif' },
  cavalier: {},
  'un autre cavalier': {},
  webmaster: { role: 'webmaster' },
  administrateur: { role: 'admin' },
} as const;
export type Person = keyof typeof PERSONS;

/** The refusal of each person; null if the call answers. */
type Access = Record<Person, 401 | 403 | null>;

const ANYONE: Access = {
  personne: null,
  'second facteur attendu': null,
  'enrôlement attendu': null,
  'en attente': null,
  refusé: null,
  inactif: null,
  cavalier: null,
  'un autre cavalier': null,
  webmaster: null,
  administrateur: null,
};
/** Everyone with a session, including blocked accounts (ACC-11). */
const SESSION: Access = {
  ...ANYONE,
  personne: 401,
  'second facteur attendu': 401,
  'enrôlement attendu': 401,
};
/** Active accounts (ACC-10). */
const RIDER: Access = { ...SESSION, 'en attente': 403, refusé: 403, inactif: 403 };
/** Active administrators; `webmaster` has the rights of a rider (ACC-08). */
const ADMIN: Access = { ...RIDER, cavalier: 403, 'un autre cavalier': 403, webmaster: 403 };

/** Only a pending sign-in that waits for this step (ACC-50). */
const NOBODY: Access = {
  ...SESSION,
  'en attente': 401,
  refusé: 401,
  inactif: 401,
  cavalier: 401,
  'un autre cavalier': 401,
  webmaster: 401,
  administrateur: 401,
};
const SECOND_STEP: Access = { ...NOBODY, 'second facteur attendu': null };
const ENROLMENT: Access = { ...NOBODY, 'enrôlement attendu': null };

type Table<T> = T extends { '~orpc': unknown } ? Access : { [name in keyof T]: Table<T[name]> };

const ACCESS: Table<typeof api> = {
  health: ANYONE,
  session: {
    get: ANYONE,
    signIn: ANYONE,
    accessToken: RIDER,
    signOut: ANYONE,
    requestPasswordReset: ANYONE,
    canReset: ANYONE,
    resetPassword: ANYONE,
    canUnlock: ANYONE,
    unlock: ANYONE,
    sendVerification: ANYONE,
    verifyEmail: ANYONE,
  },
  secondFacteur: {
    get: RIDER,
    start: RIDER,
    confirm: RIDER,
    disable: RIDER,
    renewCodes: RIDER,
    etape: SECOND_STEP,
    verify: SECOND_STEP,
    startEnrolment: ENROLMENT,
    enrol: ENROLMENT,
  },
  clesAcces: {
    start: RIDER,
    add: RIDER,
    remove: RIDER,
    signInOptions: ANYONE,
    signIn: ANYONE,
  },
  users: {
    signUp: ANYONE,
    canInstall: ANYONE,
    install: ANYONE,
    openDay: ADMIN,
    setOpenDay: ADMIN,
    list: ADMIN,
    resume: ADMIN,
    resendConfirmation: ADMIN,
    approve: ADMIN,
    approveAll: ADMIN,
    refuse: ADMIN,
    update: ADMIN,
    correct: ADMIN,
    withdrawEmail: ADMIN,
    resetSecondFactor: ADMIN,
    unlock: ADMIN,
    remove: ADMIN,
  },
  profil: {
    get: RIDER,
    update: RIDER,
    emails: RIDER,
    setEmails: RIDER,
    setPhoto: RIDER,
    removePhoto: RIDER,
    sendPasswordEmail: RIDER,
    changeEmail: RIDER,
    withdrawEmail: RIDER,
    changePassword: RIDER,
    confirm: RIDER,
    listSessions: RIDER,
    endSession: RIDER,
    endOtherSessions: RIDER,
    donnees: RIDER,
    remove: RIDER,
  },
  cavaliers: {
    list: RIDER,
    create: RIDER,
    update: RIDER,
    remove: RIDER,
    listOf: ADMIN,
    createOf: ADMIN,
    updateOf: ADMIN,
    removeOf: ADMIN,
    notes: ADMIN,
  },
  clients: {
    list: ADMIN,
    semblables: ADMIN,
    search: ADMIN,
    propose: ADMIN,
    create: ADMIN,
    update: ADMIN,
    setPayeur: ADMIN,
    invite: ADMIN,
    merge: ADMIN,
    remove: ADMIN,
  },
  fiche: { get: ADMIN, listLecons: ADMIN },
  imports: {
    read: ADMIN,
    plan: ADMIN,
    create: ADMIN,
    list: ADMIN,
    undo: ADMIN,
  },
  parametres: {
    get: ADMIN,
    save: ADMIN,
    horsHeures: ADMIN,
    systeme: ADMIN,
    centre: ANYONE,
  },
  pistes: {
    list: ANYONE,
    create: ADMIN,
    arrange: ADMIN,
    usage: ADMIN,
    update: ADMIN,
    remove: ADMIN,
  },
  typesLecons: {
    list: RIDER,
    mine: RIDER,
    create: ADMIN,
    arrange: ADMIN,
    usage: ADMIN,
    update: ADMIN,
    remove: ADMIN,
  },
  prix: {
    list: ADMIN,
    reservees: ADMIN,
    save: ADMIN,
    complete: ADMIN,
  },
  disponibilites: {
    list: RIDER,
  },
  fermetures: {
    list: RIDER,
    affected: ADMIN,
    create: ADMIN,
    update: ADMIN,
    cancelled: ADMIN,
    reopen: ADMIN,
  },
  series: {
    dates: ADMIN,
    repeat: ADMIN,
    list: ADMIN,
    update: ADMIN,
    remove: ADMIN,
  },
  planning: {
    list: ADMIN,
  },
  reservations: {
    list: RIDER,
    resume: ADMIN,
    sansClient: ADMIN,
    nomsSansClient: ADMIN,
    donnerPlaces: ADMIN,
    aVenir: ADMIN,
    get: RIDER,
    create: RIDER,
    join: RIDER,
    leave: RIDER,
    change: RIDER,
    update: ADMIN,
    setPresences: ADMIN,
    notePresents: ADMIN,
    remove: ADMIN,
    listDeleted: ADMIN,
    restore: ADMIN,
    listRetires: ADMIN,
    putBack: ADMIN,
  },
  leconsPassees: { list: RIDER },
  reprises: { list: RIDER, encore: RIDER },
  recherche: { get: ADMIN, lecons: ADMIN },
  alertes: { list: RIDER, create: RIDER, remove: RIDER },
  statistiques: {
    familles: ADMIN,
    get: ADMIN,
    cavaliers: ADMIN,
    lecons: ADMIN,
    lignes: ADMIN,
    graphiques: ADMIN,
    removeLigne: ADMIN,
    fiches: ADMIN,
  },
  facturation: {
    etat: ADMIN,
    prepare: ADMIN,
    make: ADMIN,
    releves: ADMIN,
    releve: ADMIN,
    addLigne: ADMIN,
    correct: ADMIN,
    doit: ADMIN,
    chercher: ADMIN,
    pay: ADMIN,
    undo: ADMIN,
    relancer: ADMIN,
    recettes: ADMIN,
    compte: ADMIN,
    ouvert: ADMIN,
    effaces: ADMIN,
  },
  mesReleves: { list: RIDER, get: RIDER },
  orthographes: {
    list: ADMIN,
    doutes: ADMIN,
    merge: ADMIN,
    split: ADMIN,
    confirm: ADMIN,
    separate: ADMIN,
  },
  courriels: {
    list: ADMIN,
    resume: ADMIN,
    preview: ADMIN,
    get: ADMIN,
    showLien: ADMIN,
    resend: ADMIN,
    resendFailed: ADMIN,
    markSeen: ADMIN,
    sendTest: ADMIN,
  },
  journal: {
    list: ADMIN,
  },
  horloge: {
    get: ADMIN,
    confirm: ADMIN,
  },
  conservation: { get: ADMIN, answer: ADMIN },
  incidents: { report: ANYONE },
  sauvegardes: { get: ADMIN, alerte: ADMIN, begin: ADMIN, download: ADMIN },
  controles: {
    run: ADMIN,
  },
  ecritures: { get: RIDER },
  flux: { list: RIDER, draw: RIDER, remove: RIDER, lecon: RIDER },
  functions: {
    deleteUser: ADMIN,
    sendEmail: ADMIN,
    resetPasswordEmail: ANYONE,
  },
  live: SESSION,
};

/**
 * The calls that ask an administrator for password and code again. Some ask only for actions whose
 * effect would outlive the session (ACC-100).
 */
export const CONFIRMED = [
  'secondFacteur.startEnrolment',
  'users.approve',
  'users.update',
  'users.correct',
  'users.resetSecondFactor',
  'users.unlock',
  'users.remove',
  'parametres.save',
  'courriels.showLien',
  'conservation.answer',
  'flux.draw',
  'functions.deleteUser',
];

/** The line of a call, by its name in the contract (`users.approve`). */
export function accessTo(name: string): Access {
  let node: unknown = ACCESS;
  for (const part of name.split('.')) node = (node as Record<string, unknown>)[part];
  return node as Access;
}
