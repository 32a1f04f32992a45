/**
 * The fixture of calls: one of every kind of object that a call may need, and a valid input for
 * every call of the contract.
 */
import { eq, notInArray, sql } from 'drizzle-orm';
import { createHash, randomUUID } from 'node:crypto';
import { addDays } from '#domain/core/calendrier.ts';
import { DEFAULT_PISTES } from '#domain/slots/pistes.ts';
import { DEFAULT_TYPES } from '../../src/domain/types/types_lecons.ts';
import {
  alertes,
  cavaliers,
  clients,
  courriels,
  imports,
  lignes,
  lignesLibres,
  mouvements,
  orthographes,
  parametres,
  payeurs,
  participantsRetires,
  participantsSupprimes,
  prix,
  releves,
  relevesLignes,
  reservations,
  reservationsSupprimees,
  ressources,
  sessions,
  typesLecons,
  verifications,
} from '#server/platform/schema/schema.ts';
import { DEMANDE, MORNING, type TestApp } from './app.ts';
import { createPerson, PASSWORD } from './people.ts';
import { PISTES } from './pistes.ts';
import { storeLecon } from './places.ts';
import { codeAt } from './totp.ts';

export type Fixture = {
  /** The owner of the reservation and session below. */
  owner: { id: string; email: string };
  pending: { id: string; email: string };
  approved: { id: string; email: string };
  admin: { id: string; email: string };
  reservation: string;
  /** The day of a lesson of the approved account that others may join. */
  ouverte: string;
  /** A deleted reservation, of the same owner. */
  supprimee: string;
  /** A participant whom an administrator removed from that reservation. */
  retire: string;
  /** A seat of that reservation. */
  place: string;
  /** A series of one lesson. */
  serie: { id: string; lecon: string; jour: string };
  /** A closure of one morning. */
  fermeture: string;
  session: string;
  /** A request of the same owner to be notified of a free slot. */
  alerte: string;
  /** A rider whom the owner books for. */
  cavalier: string;
  client: string;
  /** A rider of `client`. */
  cavalierDuClient: string;
  ligne: string;
  /** A statement of the owner, 20 euros, of which 5 are paid by `paiement`; and a free line. */
  releve: string;
  paiement: string;
  libre: string;
  /** An import of customers that changed nothing. */
  import: string;
  courriel: string;
  /** A waiting email with its link. */
  lien: string;
  /** The tokens of links. The last one belongs to the approved account. */
  jetons: { mot_de_passe: string; confirmation_adresse: string; deblocage: string };
  /** A different number for each fixture, for values that must be unique. */
  n: number;
};

/** The position of the open lesson of a fixture on its day. */
const OUVERTE = {
  type_lecon: 'travail_pied',
  type_piste: 'interieure' as const,
  heure_debut: '12:00',
};

let n = 0;

/** Stores it. `owner`: the owner of the reservation and the session; by default a new rider. */
export async function createFixture(
  t: TestApp,
  owner?: { id: string; email: string },
): Promise<Fixture> {
  const { coffres, db } = t.services;
  await restorePistes(t);
  n += 1;
  const [mine, pending, approved, admin] = [
    owner ?? (await createPerson(db)),
    await createPerson(db, { statut: 'en_attente' }),
    await createPerson(db),
    await createPerson(db, { role: 'admin' }),
  ];
  const jour = `${2030 + Math.floor(n / 336)}-${String(1 + Math.floor((n % 336) / 28)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`;
  const reservation = await storeLecon(db, {
    ...DEMANDE,
    type_piste: 'interieure',
    date_reservation: jour,
    heure_fin: '11:00',
    user_id: mine.id,
    nom_client: 'Camille Lambert',
  });
  const ouverte = addDays('2026-12-01', n % 300); // riders book at most a year ahead
  await storeLecon(db, {
    ...DEMANDE,
    ...OUVERTE,
    noms_participants: ['Zoé'],
    nombre_personnes: 1,
    date_reservation: ouverte,
    heure_fin: '13:00',
    user_id: approved.id,
    nom_client: 'Camille Lambert',
  });
  await db
    .update(typesLecons)
    .set({ ouverte: true })
    .where(eq(typesLecons.value, OUVERTE.type_lecon));
  await db.update(parametres).set({ riderCancellation: true, riderChanges: true });
  const [supprimee] = await db
    .insert(reservationsSupprimees)
    .values({
      ...DEMANDE,
      type_piste: 'exterieure',
      date_reservation: jour,
      heure_fin: '11:00',
      user_id: mine.id,
      nom_client: 'Camille Lambert',
      supprimee_at: new Date('2026-11-20T08:00:00Z'),
    })
    .returning({ id: reservationsSupprimees.id });
  await db.insert(participantsSupprimes).values(
    DEMANDE.noms_participants.map((nom, i) => ({
      reservation_id: supprimee!.id,
      position: i + 1,
      user_id: mine.id,
      nom,
    })),
  );
  const [retire] = await db
    .insert(participantsRetires)
    .values({
      reservation_id: reservation!,
      position: 1,
      user_id: mine.id,
      nom: 'Zoé Lambert',
      retire_at: new Date('2026-11-20T08:00:00Z'),
    })
    .returning({ id: participantsRetires.id });
  const [session] = await db
    .insert(sessions)
    .values({ empreinte: `jeton ${n}`, user_id: mine.id, expires_at: new Date('2030-01-01') })
    .returning({ id: sessions.id });
  // A slot for which a request can be made.
  await db.update(parametres).set({ slotAlerts: true, lessonRetentionAnswered: false });
  await storeLecon(db, {
    ...DEMANDE,
    type_piste: 'exterieure',
    date_reservation: '2026-12-01',
    heure_fin: '11:00',
    nom_client: 'Sans compte',
  });
  const [alerte] = await db
    .insert(alertes)
    .values({
      user_id: mine.id,
      type_lecon: 'collective',
      type_piste: 'interieure',
      date_reservation: jour,
      heure_debut: '14:00',
      heure_fin: '15:00',
    })
    .returning({ id: alertes.id });
  const [cavalier] = await db
    .insert(cavaliers)
    .values({ user_id: mine.id, nom: 'Tom Lambert' })
    .returning({ id: cavaliers.id });
  const [client] = await db
    .insert(clients)
    .values({ nom: `Jeanne Dupont ${n}`, cle: `jeanne dupont ${n}` })
    .returning({ id: clients.id });
  const [cavalierDuClient] = await db
    .insert(cavaliers)
    .values({ user_id: client!.id, nom: 'Léa Petit' })
    .returning({ id: cavaliers.id });
  const [ligne] = await db
    .insert(lignes)
    .values({
      user_id: mine.id,
      nom: 'Camille Lambert',
      jour: '2026-11-20',
      libelle: 'Leçon collective, 10h00 – 11h00, Piste Intérieure',
      centimes: 1100,
      motif: 'suppression',
      reservation_id: supprimee!.id,
      place: randomUUID(),
    })
    .returning({ id: lignes.id });
  await db.update(parametres).set({ billing: true, billingSince: '2026-09-01' });
  await db.insert(payeurs).values({ id: mine.id });
  const [releve] = await db
    .insert(releves)
    .values({
      payeur_id: mine.id,
      mois: '2026-10',
      numero: n,
      jour: '2026-11-01',
      au: '2026-10-31',
      nom: 'Camille Lambert',
      solde_precedent: 0,
      ce_mois: 2000,
      paye: 0,
      created_at: new Date('2026-11-01T08:00:00Z'),
    })
    .returning({ id: releves.id });
  const libre = randomUUID();
  await db.insert(relevesLignes).values({
    releve_id: releve!.id,
    position: 1,
    source: 'libre',
    source_id: randomUUID(),
    jour: '2026-10-05',
    libelle: 'Licence',
    centimes: 2000,
    ecart: false,
  });
  await db.insert(lignesLibres).values({
    id: libre,
    client_id: mine.id,
    jour: '2026-11-20',
    libelle: 'Stage',
    centimes: 1000,
    created_at: new Date('2026-11-20T08:00:00Z'),
  });
  const paiement = randomUUID();
  await db.insert(mouvements).values({
    id: paiement,
    payeur_id: mine.id,
    jour: '2026-11-10',
    moyen: 'virement',
    centimes: 500,
    created_at: new Date('2026-11-10T08:00:00Z'),
  });
  const [fait] = await db
    .insert(imports)
    .values({
      id: randomUUID(),
      fichier: 'clients.csv',
      crees: 0,
      modifies: 0,
      inchanges: 1,
      refuses: 0,
      touches: 0,
      cree_par: mine.id,
      created_at: new Date('2026-11-20T08:00:00Z'),
    })
    .returning({ id: imports.id });
  await db.delete(orthographes);
  await db
    .insert(orthographes)
    .values({ cle: 'leopold', nom: 'Léopold', vers_cle: 'hugo dubois', vers_nom: 'Hugo Dubois' });
  const now = new Date('2026-11-21T08:00:00Z');
  const [courriel] = await db
    .insert(courriels)
    .values({
      cause: `monde ${n}`,
      sorte: 'approbation',
      destinataire: mine.email,
      destinataire_nom: 'Camille Lambert',
      user_id: mine.id,
      statut: 'envoye',
      contenu: { sorte: 'approbation', nom: 'Camille Lambert', role: 'utilisateur' },
      envoyer_apres: now,
      perime_apres: new Date(now.getTime() + 86_400_000),
    })
    .returning({ id: courriels.id });
  const cause = `lien ${n}`;
  const [lien] = await db
    .insert(courriels)
    .values({
      cause,
      sorte: 'mot_de_passe',
      destinataire: mine.email,
      destinataire_nom: 'Camille Lambert',
      user_id: mine.id,
      contenu: {
        sorte: 'mot_de_passe',
        nom: 'Camille Lambert',
        jeton: coffres.liens.seal('un jeton', cause),
      },
      envoyer_apres: now,
      perime_apres: new Date(now.getTime() + 86_400_000),
    })
    .returning({ id: courriels.id });
  const jetons = {
    mot_de_passe: `mot de passe ${n}`,
    confirmation_adresse: `confirmation ${n}`,
    deblocage: `deblocage ${n}`,
  };
  await db.insert(verifications).values(
    (['mot_de_passe', 'confirmation_adresse', 'deblocage'] as const).map((usage) => ({
      identifier: `${usage}:${createHash('sha256').update(jetons[usage]).digest('base64url')}`,
      value: usage === 'deblocage' ? approved.id : mine.id,
      expires_at: new Date('2030-01-01'),
    })),
  );
  const serie = randomUUID();
  const jourSerie = addDays('2027-11-01', n % 300);
  const lecon = await storeLecon(db, {
    ...DEMANDE,
    type_piste: 'exterieure',
    date_reservation: jourSerie,
    // The fixture of a week later uses the other hour.
    ...(n % 2 === 0
      ? { heure_debut: '08:00', heure_fin: '09:00' }
      : { heure_debut: '16:00', heure_fin: '17:00' }),
    user_id: approved.id,
    nom_client: 'Camille Lambert',
  });
  await db
    .update(reservations)
    .set({ serie_id: serie, serie_jours: 7 })
    .where(eq(reservations.id, lecon!));
  await db.execute(sql`delete from fermetures`);
  const {
    rows: [fermeture],
  } = await db.execute<{ id: string }>(sql`
    with closed as (
      insert into fermetures (pistes, du, au, heure_debut, heure_fin, motif)
      values ('{exterieure}', '2027-10-05', '2027-10-05', '09:00', '12:00', 'Concours') returning id),
    held as (
      insert into occupations (ressource_id, jour, heure_debut, heure_fin, fermeture_id)
      select 'exterieure', '2027-10-05', '09:00', '12:00', id from closed)
    select id from closed`);
  const {
    rows: [place],
  } = await db.execute<{ id: string }>(
    sql`select id from participants where reservation_id = ${reservation} limit 1`,
  );
  return {
    owner: mine,
    pending,
    approved,
    admin,
    reservation: reservation!,
    ouverte,
    supprimee: supprimee!.id,
    retire: retire!.id,
    place: place!.id,
    fermeture: fermeture!.id,
    serie: { id: serie, lecon: lecon!, jour: jourSerie },
    session: session!.id,
    alerte: alerte!.id,
    cavalier: cavalier!.id,
    client: client!.id,
    cavalierDuClient: cavalierDuClient!.id,
    ligne: ligne!.id,
    releve: releve!.id,
    paiement,
    libre,
    import: fait!.id,
    courriel: courriel!.id,
    lien: lien!.id,
    jetons,
    n,
  };
}

/** An arena that nothing refers to. */
const LIBRE = 'libre';

/** The two arenas as migration 0019 left them, and one that nothing refers to. */
async function restorePistes({ services: { db } }: TestApp): Promise<void> {
  await db.delete(ressources).where(notInArray(ressources.id, PISTES));
  for (const { id, ...piste } of DEFAULT_PISTES)
    await db.update(ressources).set(piste).where(eq(ressources.id, id));
  await db
    .insert(ressources)
    .values({ id: LIBRE, genre: 'piste', nom: 'Libre', dessin: 'autre', ordre: 3 });
}

/** The six lesson types as migration 0001 left them, each with its price. */
export async function restoreTypes({ services: { db } }: TestApp): Promise<void> {
  await db.delete(typesLecons);
  await db.insert(typesLecons).values([...DEFAULT_TYPES]);
  await db.insert(prix).values(DEFAULT_TYPES.map(({ value }) => ({ type_lecon: value })));
}

type Input = Record<string, unknown>;

const PLAGE: Input = {
  pistes: ['exterieure'],
  du: '2027-10-06',
  au: '2027-10-07',
  heure_debut: '08:00',
  heure_fin: '20:00',
};

const PARAMETRES: Input = {
  emailNotifications: true,
  adminEmail: 'centre@essai.example',
  sendConfirmation: true,
  sendReminders: true,
  sendCancellation: true,
  sendModification: true,
  openingTime: '09:00',
  closingTime: '19:30',
  lessonDuration: 60,
  breakBetweenLessons: 15,
  breakBetweenLessonsApplied: false,
  maxBookingsPerDay: 10,
  maxBookingsPerDayApplied: false,
  advanceBookingDays: 30,
  advanceBookingDaysApplied: false,
  cancellationHours: 24,
  riderCancellation: false,
  riderChanges: false,
  slotAlerts: false,
  calendarFeeds: false,
  showPrices: false,
  absencesBilled: true,
  lateCharge: 'rien',
  maxOpenBookings: 40,
  maxOpenBookingsApplied: false,
  graceMinutes: 15,
  riderGrace: false,
  lessonRetention: true,
  lessonMonths: 36,
  cancelledDays: 30,
  contactTelephone: '081 61 23 45',
  contactEmail: 'accueil@essai.example',
  secondFacteurAdmins: false,
  journalMois: 13,
  sauvegardesJours: 7,
  sauvegardesSemaines: 4,
  sauvegardesMois: 12,
};

/** Wednesday with two periods, closed on Sunday, and a summer season. */
const HORAIRES: Input = {
  semaine: [
    null,
    null,
    [
      { debut: '09:00', fin: '12:00' },
      { debut: '13:30', fin: '19:00' },
    ],
    null,
    null,
    null,
    [],
  ],
  saisons: [
    {
      nom: 'Été',
      du: '2026-07-01',
      au: '2026-08-31',
      annuelle: true,
      semaine: [null, null, null, null, null, [{ debut: '07:00', fin: '21:00' }], null],
    },
  ],
};

const inscription = (w: Fixture): Input => ({
  prenom: 'Zoé',
  nom: 'Willems',
  email: `zoe${w.n}@essai.example`,
  password: PASSWORD,
  telephone: '0470 12 34 56',
  adresse: 'Rue du Manège 1\n5030 Gembloux',
});

/** The fields of a customer, except the name. */
const CLIENT: Input = {
  telephone: '0475 10 22 33',
  email: 'jeanne@essai.example',
  adresse: null,
  note: 'Préfère le matin',
};

const DEMANDE_LIBRE: Input = { ...DEMANDE, date_reservation: '2026-11-24' };

const { type_lecon: _, ...CHANGEMENT }: Input = DEMANDE_LIBRE;

const CSV = Buffer.from('Nom;Email\nJeanne Dupont;jeanne@essai.example\n').toString('base64');
/** If a new call of the contract takes data and has no line here, a test fails. */
export const SOUND: Record<string, (w: Fixture) => Input> = {
  'session.signIn': (w) => ({ email: w.approved.email, password: PASSWORD }),
  'session.requestPasswordReset': (w) => ({
    email: w.approved.email,
    redirectTo: '/reset-password',
  }),
  'session.canReset': (w) => ({ token: w.jetons.mot_de_passe }),
  'session.resetPassword': (w) => ({
    token: w.jetons.mot_de_passe,
    newPassword: 'un nouveau mot de passe',
  }),
  'session.sendVerification': (w) => ({ email: w.approved.email }),
  'session.canUnlock': (w) => ({ token: w.jetons.deblocage }),
  'session.unlock': (w) => ({ token: w.jetons.deblocage }),
  'session.verifyEmail': (w) => ({ token: w.jetons.confirmation_adresse }),
  'incidents.report': () => ({
    type: 'TypeError',
    code: null,
    screen: '/app/prix',
    version: 'index-D0KuWySV.js',
    frames: ['app-prix-Bq3x_1.js:1:2345'],
  }),
  'secondFacteur.start': () => ({ password: PASSWORD }),
  'secondFacteur.confirm': () => ({ code: codeAt(MORNING) }),
  'secondFacteur.disable': () => ({ password: PASSWORD, code: codeAt(MORNING) }),
  'secondFacteur.renewCodes': () => ({ password: PASSWORD, code: codeAt(MORNING) }),
  'secondFacteur.verify': () => ({ code: codeAt(MORNING) }),
  'secondFacteur.startEnrolment': () => ({ password: PASSWORD }),
  'secondFacteur.enrol': () => ({ code: codeAt(MORNING) }),
  'sauvegardes.download': () => ({
    nom: 'manege-2026-11-20T01-30-00Z.sauvegarde',
    password: PASSWORD,
  }),
  'clesAcces.start': () => ({ password: PASSWORD }),
  'clesAcces.add': () => ({
    nom: 'Téléphone',
    reponse: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
    },
  }),
  'clesAcces.remove': () => ({ id: 'AAAA', password: PASSWORD }),
  'clesAcces.signIn': () => ({
    reponse: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
    },
  }),
  'users.resetSecondFactor': (w) => ({ id: w.approved.id }),
  'users.signUp': inscription,
  'users.canInstall': () => ({ jeton: 'un jeton' }),
  'users.install': (w) => ({ jeton: 'un jeton', ...inscription(w) }),
  'users.list': () => ({ statut: 'approuve', role: 'utilisateur', q: 'lambert', page: 1 }),
  'users.resume': () => ({ q: 'lambert' }),
  'users.approve': (w) => ({ id: w.pending.id, role: 'utilisateur' }),
  'users.approveAll': (w) => ({ ids: [w.pending.id] }),
  'users.resendConfirmation': (w) => ({ id: w.pending.id }),
  'users.refuse': (w) => ({ id: w.pending.id }),
  'users.unlock': (w) => ({ id: w.approved.id }),
  'users.setOpenDay': () => ({ ouverte: true }),
  'users.correct': (w) => ({
    id: w.approved.id,
    prenom: 'Zoé',
    nom: 'Willems',
    telephone: '0470 12 34 56',
    adresse: null,
    email: `corrige${w.n}@essai.example`,
  }),
  'users.withdrawEmail': (w) => ({ id: w.approved.id }),
  'users.update': (w) => ({ id: w.approved.id, role: 'admin' }),
  'users.remove': (w) => ({ id: w.approved.id }),
  'profil.update': () => ({
    prenom: 'Zoé',
    nom: 'Willems',
    telephone: '0470 12 34 56',
    adresse: 'Rue du Manège 1\n5030 Gembloux',
  }),
  'profil.changeEmail': (w) => ({ password: PASSWORD, email: `nouvelle${w.n}@essai.example` }),
  'profil.setEmails': () => ({ email_rappels: true, email_places: true }),
  'profil.changePassword': () => ({ password: PASSWORD, newPassword: 'un nouveau mot de passe' }),
  'profil.confirm': () => ({ password: PASSWORD }),
  'cavaliers.create': () => ({ nom: 'Zoé Lambert', annee_naissance: 2015, note: 'Débute' }),
  'cavaliers.update': (w) => ({
    id: w.cavalier,
    nom: 'Tom',
    annee_naissance: null,
    note: null,
    version: 0,
  }),
  'cavaliers.remove': (w) => ({ id: w.cavalier }),
  'cavaliers.listOf': (w) => ({ client: w.client }),
  'cavaliers.createOf': (w) => ({
    client: w.client,
    nom: 'Zoé Petit',
    annee_naissance: 2015,
    note: null,
  }),
  'cavaliers.updateOf': (w) => ({
    client: w.client,
    id: w.cavalierDuClient,
    nom: 'Léo Petit',
    annee_naissance: null,
    note: null,
    version: 0,
  }),
  'cavaliers.removeOf': (w) => ({ client: w.client, id: w.cavalierDuClient }),
  'clients.list': () => ({ q: 'jeanne', page: 1 }),
  'clients.search': () => ({ q: 'jeanne' }),
  'clients.propose': () => ({ q: 'jeanne' }),
  'clients.create': (w) => ({ ...CLIENT, nom: `Jeanne Martin ${w.cavalier}` }),
  'clients.update': (w) => ({
    ...CLIENT,
    id: w.client,
    nom: `Jeanne Petit ${w.cavalier}`,
    version: 0,
  }),
  'clients.setPayeur': (w) => ({ id: w.client, payeur: w.owner.id }),
  'clients.invite': (w) => ({ id: w.client, email: `jeanne.${w.client}@essai.example` }),
  'clients.merge': (w) => ({ id: w.client, vers: w.owner.id }),
  'clients.remove': (w) => ({ id: w.client }),
  'fiche.get': (w) => ({ id: w.owner.id }),
  'fiche.listLecons': (w) => ({ id: w.owner.id, quand: 'passees', page: 1 }),
  'imports.read': () => ({ contenu: CSV }),
  'imports.plan': () => ({ contenu: CSV, colonnes: ['nom', 'email'] }),
  // Stored already: answered again.
  'imports.create': (w) => ({
    id: w.import,
    fichier: 'clients.csv',
    empreinte: 'a'.repeat(64),
    contenu: CSV,
    colonnes: ['nom', 'email'],
  }),
  'imports.undo': (w) => ({ id: w.import }),
  'cavaliers.notes': () => ({ du: '2026-11-01', au: '2026-11-30' }),
  'profil.endSession': (w) => ({ id: w.session }),
  'profil.remove': () => ({ password: PASSWORD, lecons: 'garder' }),
  'reservations.list': () => ({ du: '2026-11-01', au: '2026-11-30' }),
  'leconsPassees.list': () => ({ annee: 2026 }),
  'reprises.encore': (w) => ({ id: w.reservation }),
  'recherche.get': () => ({ q: 'jeanne mercredi' }),
  'recherche.lecons': (w) => ({ q: 'jeanne', client: w.client }),
  'reservations.get': (w) => ({ id: w.reservation }),
  'reservations.create': () => DEMANDE_LIBRE,
  'reservations.join': (w) => ({ ...DEMANDE, ...OUVERTE, date_reservation: w.ouverte }),
  'reservations.leave': (w) => ({ id: w.reservation }),
  'reservations.change': (w) => ({ id: w.reservation, ...CHANGEMENT, version: 0 }),
  'reservations.update': (w) => ({
    id: w.reservation,
    ...DEMANDE_LIBRE,
    statut: 'en_attente',
    version: 0,
  }),
  'reservations.donnerPlaces': () => ({ nom: DEMANDE.noms_participants[0], client: null }),
  'reservations.setPresences': (w) => ({
    id: w.reservation,
    presences: [{ place: w.place, presence: 'excusee' }],
  }),
  'reservations.notePresents': (w) => ({
    jour: '2026-11-20',
    places: [w.place],
    notee: true,
  }),
  'reservations.listDeleted': () => ({ page: 1 }),
  'reservations.restore': (w) => ({ id: w.supprimee }),
  'reservations.listRetires': () => ({ page: 1 }),
  'reservations.putBack': (w) => ({ id: w.retire }),
  'reservations.remove': (w) => ({ id: w.reservation }),
  'alertes.create': () => ({
    type_lecon: 'collective',
    type_piste: 'exterieure',
    date_reservation: '2026-12-01',
    heure_debut: '10:00',
  }),
  'alertes.remove': (w) => ({ id: w.alerte }),
  'pistes.create': (w) => ({ nom: `Rond ${w.n}`, note: 'Longe', dessin: 'rond' }),
  'pistes.arrange': () => ({ ids: ['exterieure', 'interieure', LIBRE] }),
  'pistes.usage': () => ({ id: 'interieure' }),
  'pistes.update': () => ({
    id: 'exterieure',
    nom: 'Carrière',
    note: 'En plein air',
    dessin: 'carriere',
    actif: true,
  }),
  'pistes.remove': () => ({ id: LIBRE }),
  'typesLecons.list': () => ({}),
  'typesLecons.create': (w) => ({
    value: `stage_${w.n}`,
    label: 'Stage',
    icon: '🏇',
    color: 'from-rose-600 to-rose-700',
    max_personnes: 4,
    duree_minutes: 90,
    ouverte: true,
  }),
  'typesLecons.arrange': () => ({
    values: ['liberte', 'saut', 'longe', 'travail_pied', 'collective', 'particuliere'],
  }),
  'typesLecons.usage': () => ({ value: 'collective' }),
  'typesLecons.update': () => ({
    value: 'saut',
    label: 'Saut',
    icon: '🏇',
    color: 'from-rose-600 to-rose-700',
    max_personnes: 3,
    duree_minutes: 60,
    actif: true,
    ouverte: true,
  }),
  'typesLecons.remove': () => ({ value: 'collective' }),
  'statistiques.get': () => ({ du: '2026-11-01', au: '2026-11-30', cavalier: 'Camille Lambert' }),
  'statistiques.cavaliers': () => ({ du: '2026-11-01', au: '2026-11-30' }),
  'statistiques.familles': () => ({ du: '2026-11-01', au: '2026-11-30' }),
  'statistiques.lecons': () => ({
    du: '2026-11-01',
    au: '2026-11-30',
    cavalier: 'Camille Lambert',
  }),
  'statistiques.lignes': () => ({ du: '2026-11-01', au: '2026-11-30' }),
  'statistiques.graphiques': () => ({ du: '2026-11-01', au: '2026-11-30' }),
  'statistiques.removeLigne': (w) => ({ id: w.ligne }),
  'statistiques.fiches': () => ({ cavalier: 'Camille Lambert' }),
  'facturation.prepare': () => ({ mois: '2026-11' }),
  'facturation.make': () => ({ mois: '2026-11' }),
  'facturation.releves': () => ({ mois: '2026-10', page: 1 }),
  'facturation.releve': (w) => ({ id: w.releve }),
  'facturation.addLigne': (w) => ({
    id: randomUUID(),
    client: w.owner.id,
    jour: '2026-11-21',
    libelle: 'Assurance',
    montant: 45,
  }),
  'facturation.correct': (w) => ({
    id: randomUUID(),
    client: w.owner.id,
    source: 'libre',
    ligne: w.libre,
    raison: 'Stage annulé',
  }),
  'facturation.chercher': () => ({ q: 'lambert' }),
  'facturation.pay': (w) => ({
    id: randomUUID(),
    client: w.owner.id,
    attendu: 15,
    montant: 10,
    jour: '2026-11-20',
    moyen: 'virement',
    note: null,
  }),
  'facturation.undo': (w) => ({ id: w.paiement }),
  'facturation.relancer': (w) => ({ client: w.owner.id }),
  'facturation.recettes': () => ({ du: '2026-11-01', au: '2026-11-30' }),
  'facturation.compte': (w) => ({ id: w.owner.id }),
  'facturation.ouvert': (w) => ({ id: w.owner.id }),
  'mesReleves.get': (w) => ({ id: w.releve }),
  'orthographes.merge': () => ({ nom: 'Camille Lambert', vers: 'Zoé' }),
  'orthographes.split': () => ({ nom: 'Camille Lambert' }),
  'orthographes.confirm': () => ({ nom: 'Camille Lambert' }),
  'orthographes.separate': () => ({ nom: 'Léopold' }),
  'parametres.save': () => ({ ...PARAMETRES, horaires: HORAIRES }),
  'parametres.horsHeures': () => ({
    openingTime: '09:00',
    closingTime: '19:30',
    horaires: HORAIRES,
  }),
  'conservation.answer': () => ({ accepter: true }),
  'fermetures.list': () => ({ du: '2026-11-23', au: '2026-11-29' }),
  'fermetures.affected': () => PLAGE,
  'fermetures.create': () => ({ ...PLAGE, motif: 'Gel', publique: true, lecons: [] }),
  'fermetures.update': (w) => ({ id: w.fermeture, motif: 'Gel', publique: false }),
  'fermetures.cancelled': (w) => ({ id: w.fermeture }),
  'fermetures.reopen': (w) => ({ id: w.fermeture, lecons: [] }),
  'series.dates': ({ serie }) => ({
    id: serie.lecon,
    rythme: '7',
    jusque: addDays(serie.jour, 30),
  }),
  'series.repeat': ({ serie }) => ({
    id: serie.lecon,
    version: 0,
    rythme: 7,
    dates: [{ date: addDays(serie.jour, 7), type_piste: 'exterieure' }],
  }),
  'series.list': ({ serie }) => ({ id: serie.id }),
  'series.update': ({ serie }) => ({
    id: serie.id,
    lecon: serie.lecon,
    lecons: [{ id: serie.lecon, version: 0 }],
    ...DEMANDE_LIBRE,
    statut: 'en_attente',
  }),
  'series.remove': ({ serie }) => ({
    id: serie.id,
    lecons: [{ id: serie.lecon, version: 0 }],
  }),
  'disponibilites.list': () => ({ du: '2026-11-23', au: '2026-11-29' }),
  'planning.list': () => ({ du: '2026-11-23', au: '2026-11-29' }),
  'courriels.list': () => ({ statut: 'envoye', page: 1 }),
  'courriels.get': (w) => ({ id: w.courriel }),
  'courriels.showLien': (w) => ({ id: w.lien }),
  'courriels.resend': (w) => ({ id: w.courriel }),
  'courriels.markSeen': (w) => ({ ids: [w.courriel] }),
  'courriels.sendTest': () => ({ destinataire: 'essai@essai.example' }),
  'flux.draw': () => ({ type_piste: null }),
  'flux.remove': (w) => ({ id: w.session }),
  'ecritures.get': () => ({ id: randomUUID() }),
  'flux.lecon': (w) => ({ id: w.reservation }),
  'journal.list': () => ({
    categorie: 'reservations',
    du: '2026-11-01',
    au: '2026-11-30',
    q: 'lambert',
    page: 1,
  }),
  'functions.deleteUser': (w) => ({ userId: w.approved.id }),
  'functions.sendEmail': () => ({
    to: 'essai@essai.example',
    subject: 'Stage de Pâques',
    html: '<p>Bonjour</p>',
    from: 'autre@ailleurs.example',
  }),
  'functions.resetPasswordEmail': (w) => ({
    email: w.approved.email,
    redirectUrl: 'http://localhost:3000/reset-password',
  }),
};
