import { describe, expect, test } from 'vitest';
import {
  type Base,
  type EtatControle,
  judgeBase,
  judgeCertificat,
  judgeCommande,
  judgeCourriels,
  judgeDisque,
  judgeEnvoi,
  judgeExtension,
  judgeHorloge,
  judgeMigrations,
  judgeSauvegarde,
  judgeVersion,
  type Verdict,
  worstOf,
} from './controles.ts';
import { type Echo, judgeAdresse, judgeMandataire, type Visite } from './controles_site.ts';
import type { EtatSauvegardes } from '../backups.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const ago = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);

const BASE: Base = {
  version: '18.4',
  numero: 180_004,
  readOnly: false,
  encodage: 'UTF8',
  embedded: false,
  remote: false,
  encrypted: false,
  superuser: false,
  creates: true,
};
const GO = 1e9;
const MO = 1e6;

/** Backups have been expected for two days; the last one, of this night, is verified. */
const SAUVEGARDES: EtatSauvegardes = {
  depuis: ago(48),
  reussie_at: ago(8),
  nonVerifiee: null,
  octets: 1,
  erreur: null,
};

const ECHO: Echo = {
  instance: 'a',
  forwarded: false,
  believed: false,
  forged: false,
  https: false,
};
const SITE = 'https://reservation.centre.be';
const adresse = (visite: Visite, connue: boolean | null = true, given = true): Verdict =>
  judgeAdresse({ url: SITE, given, visite, connue });
const reached: Visite = { sorte: 'echo', echo: ECHO, certificat: null };
const mandataire = (
  echo: Partial<Echo>,
  { forged = false, trusts = false, https = true } = {},
): Verdict => judgeMandataire({ echo: { ...ECHO, ...echo }, forged, trusts, https });

const EXPECTED: readonly (readonly [
  cas: string,
  verdict: Verdict,
  etat: EtatControle,
  constat: RegExp,
])[] = [
  ['une base de cette machine', judgeBase(BASE), 'ok', /^PostgreSQL 18\.4\.$/],
  [
    'la base embarquée, dont le superutilisateur est à nous',
    judgeBase({ ...BASE, embedded: true, superuser: true }),
    'ok',
    /embarqué 18\.4/,
  ],
  [
    "une base d'une autre machine, chiffrée",
    judgeBase({ ...BASE, remote: true, encrypted: true }),
    'ok',
    /connexion chiffrée/,
  ],
  [
    "une base d'une autre machine, en clair",
    judgeBase({ ...BASE, remote: true }),
    'attention',
    /en clair/,
  ],
  ['un superutilisateur', judgeBase({ ...BASE, superuser: true }), 'attention', /superutilisateur/],
  [
    'un utilisateur sans droit de créer',
    judgeBase({ ...BASE, creates: false }),
    'attention',
    /pas le droit/,
  ],
  [
    'PostgreSQL 14',
    judgeBase({ ...BASE, version: '14.9', numero: 140_009 }),
    'panne',
    /trop ancien/,
  ],
  ['une base en lecture seule', judgeBase({ ...BASE, readOnly: true }), 'panne', /lecture seule/],
  ['une base en LATIN1', judgeBase({ ...BASE, encodage: 'LATIN1' }), 'panne', /encodée en LATIN1/],
  ["l'extension", judgeExtension({ version: '1.8', contrainte: true }), 'ok', /1\.8/],
  [
    'sans extension',
    judgeExtension({ version: null, contrainte: false }),
    'panne',
    /btree_gist manque/,
  ],
  ['sans contrainte', judgeExtension({ version: '1.8', contrainte: false }), 'panne', /contrainte/],
  [
    'toutes les migrations',
    judgeMigrations({ missing: 0, newer: false, changed: [] }),
    'ok',
    /à jour/,
  ],
  [
    'un déclencheur modifié',
    judgeMigrations({ missing: 0, newer: false, changed: ['participants_conformes'] }),
    'attention',
    /^Modifié à la main dans la base : participants_conformes\.$/,
  ],
  [
    'deux migrations attendent',
    judgeMigrations({ missing: 2, newer: false, changed: [] }),
    'attention',
    /^2 migrations attendent\.$/,
  ],
  [
    'une base plus récente',
    judgeMigrations({ missing: 0, newer: true, changed: [] }),
    'panne',
    /plus récente/,
  ],
  [
    'un disque de 20 Go libres',
    judgeDisque({ dossier: '/srv', free: 20 * GO }),
    'ok',
    /^\/srv : 20.Go libres\.$/,
  ],
  // LIM-86
  ['un disque de 1 Go libre', judgeDisque({ dossier: '/srv', free: GO }), 'ok', /1.Go/],
  [
    "un disque d'un peu moins",
    judgeDisque({ dossier: '/srv', free: GO - MO }),
    'attention',
    /999.Mo/,
  ],
  [
    'un disque de 100 Mo libres',
    judgeDisque({ dossier: '/srv', free: 100 * MO }),
    'attention',
    /100.Mo/,
  ],
  ['un disque de 99 Mo libres', judgeDisque({ dossier: '/srv', free: 99 * MO }), 'panne', /99.Mo/],
  [
    'des sauvegardes sur le disque de la base',
    judgeDisque({ dossier: '/srv', free: 20 * GO, withBase: true }),
    'attention',
    /sur le disque de la base/,
  ],
  [
    'un programme de copie',
    judgeCommande({ commande: '/opt/copie', found: true }),
    'ok',
    /^\/opt\/copie\.$/,
  ],
  [
    'un programme de copie qui manque',
    judgeCommande({ commande: 'rclone copy', found: false }),
    'panne',
    /rclone copy n'existe pas/,
  ],
  // LIM-87
  ['une horloge à 5 s', judgeHorloge({ skew: -5, doubtful: false }), 'ok', /À l'heure/],
  ['une horloge à 6 s', judgeHorloge({ skew: 6, doubtful: false }), 'attention', /6 s d'avance/],
  [
    'une horloge à 60 s',
    judgeHorloge({ skew: -60, doubtful: false }),
    'attention',
    /60 s de retard/,
  ],
  ['une horloge à 61 s', judgeHorloge({ skew: -61, doubtful: false }), 'panne', /61 s de retard/],
  [
    'une horloge dont on doute',
    judgeHorloge({ skew: 0, doubtful: true }),
    'panne',
    /dernière activité/,
  ],
  ['une sauvegarde de cette nuit', judgeSauvegarde(SAUVEGARDES, NOW), 'ok', /vérifiée/],
  [
    'aucune encore',
    judgeSauvegarde({ ...SAUVEGARDES, depuis: ago(35), reussie_at: null }, NOW),
    'attention',
    /Aucune/,
  ],
  [
    'aucune en 37 heures',
    judgeSauvegarde({ ...SAUVEGARDES, depuis: ago(37), reussie_at: null }, NOW),
    'panne',
    /Aucune/,
  ],
  [
    'une de 37 heures',
    judgeSauvegarde({ ...SAUVEGARDES, reussie_at: ago(37) }, NOW),
    'panne',
    /La dernière qui a réussi/,
  ],
  [
    'une qui a échoué après une autre',
    judgeSauvegarde({ ...SAUVEGARDES, reussie_at: ago(30), erreur: 'Le disque est plein.' }, NOW),
    'panne',
    /Le disque est plein/,
  ],
  [
    'une non vérifiée',
    judgeSauvegarde({ ...SAUVEGARDES, nonVerifiee: 'pas de CREATEDB' }, NOW),
    'attention',
    /CREATEDB/,
  ],
  [
    'les versions',
    judgeVersion({ manege: '1.0.0', enService: '1.0.0', node: '24.21.0' }),
    'ok',
    /1\.0\.0/,
  ],
  [
    "un service d'avant la mise à jour",
    judgeVersion({ manege: '1.1.0', enService: '1.0.0', node: '24.21.0' }),
    'attention',
    /tourne est en 1\.0\.0/,
  ],
  [
    'Node.js 20',
    judgeVersion({ manege: '1.0.0', enService: null, node: '20.20.2' }),
    'panne',
    /trop ancien/,
  ],
  [
    "un serveur d'envoi",
    judgeEnvoi({ serveur: 'smtp.centre.be:465', raison: null }),
    'ok',
    /smtp\.centre\.be:465 répond/,
  ],
  [
    "un serveur d'envoi qui refuse",
    judgeEnvoi({ serveur: 'smtp.centre.be:465', raison: 'Il refuse.' }),
    'panne',
    /Il refuse/,
  ],
  ['aucun', judgeEnvoi(null), 'attention', /aucun email ne part/],
  [
    'des emails qui attendent',
    judgeCourriels(
      { retard: { nombre: 12, depuis: '2026-11-22T13:05:00Z' }, echecs: 3 },
      new Date('2026-11-22T15:00:00Z'),
    ),
    'attention',
    /^12 emails attendent depuis 14h05\.$/,
  ],
  [
    "un email d'hier",
    judgeCourriels(
      { retard: { nombre: 1, depuis: '2026-11-21T13:05:00Z' }, echecs: 0 },
      new Date('2026-11-22T15:00:00Z'),
    ),
    'attention',
    /^Un email attend depuis le samedi 21 novembre à 14h05\.$/,
  ],
  [
    "un échec que personne n'a vu",
    judgeCourriels({ retard: null, echecs: 1 }, new Date()),
    'attention',
    /n'a pas pu être envoyé/,
  ],
  ['rien qui attende', judgeCourriels({ retard: null, echecs: 0 }, new Date()), 'ok', /15 minutes/],
  [
    'un certificat de quinze jours', // LIM-88
    judgeCertificat(new Date(NOW.getTime() + 15 * 86_400_000), NOW),
    'ok',
    /Valable/,
  ],
  [
    'un certificat de treize jours',
    judgeCertificat(new Date(NOW.getTime() + 13 * 86_400_000), NOW),
    'attention',
    /Valable/,
  ],
  ["l'adresse mène ici", adresse(reached), 'ok', /mène à ce service/],
  ["l'adresse répond, la base non", adresse(reached, null), 'ok', /répond\.$/],
  ["l'adresse mène à un autre Manège", adresse(reached, false), 'panne', /un autre Manège/],
  ["l'adresse n'est pas donnée", adresse(reached, true, false), 'attention', /pas donnée/],
  ["l'adresse mène ailleurs", adresse({ sorte: 'autre', status: 301 }), 'panne', /mène ailleurs/],
  ['un autre site', adresse({ sorte: 'autre', status: 200 }), 'panne', /pas Manège/],
  [
    'personne ne répond',
    adresse({ sorte: 'erreur', code: 'ECONNREFUSED' }),
    'panne',
    /ne répond pas \(ECONNREFUSED\)/,
  ],
  ['un nom inconnu', adresse({ sorte: 'erreur', code: 'ENOTFOUND' }), 'panne', /DNS/],
  [
    'un certificat échu',
    adresse({ sorte: 'erreur', code: 'CERT_HAS_EXPIRED' }),
    'panne',
    /certificat est refusé/,
  ],
  ['sans mandataire, en http', mandataire({}, { https: false }), 'ok', /Aucun mandataire/],
  ['un mandataire qui ne dit rien', mandataire({}), 'attention', /Aucun X-Forwarded-For/],
  [
    'TRUST_PROXY sans mandataire',
    mandataire({}, { https: false, trusts: true }),
    'attention',
    /Aucun X-Forwarded-For/,
  ],
  [
    "un mandataire qui n'est pas nommé",
    mandataire({ forwarded: true }),
    'attention',
    /TRUST_PROXY ne le nomme pas/,
  ],
  [
    'un mandataire sans X-Forwarded-Proto',
    mandataire({ forwarded: true, believed: true }, { trusts: true }),
    'attention',
    /X-Forwarded-Proto/,
  ],
  [
    'un mandataire bien réglé',
    mandataire({ forwarded: true, believed: true, https: true }, { trusts: true }),
    'ok',
    /il est cru/,
  ],
  [
    'un mandataire qui laisse mentir',
    mandataire({ forwarded: true, believed: true, https: true }, { trusts: true, forged: true }),
    'panne',
    /N'importe qui/,
  ],
];

test.each(EXPECTED)('%s', (_, verdict, etat, constat) => {
  // OPS-63, OPS-65, OPS-66, OPS-67
  expect(verdict.constat).toMatch(constat);
  expect(verdict).toMatchObject({
    etat,
    remede: etat === 'ok' ? null : expect.stringMatching(/\p{L}/u),
  });
});

test("un dossier fermé : la phrase de ce qui l'empêche, qui dit déjà que faire", () => {
  // OPS-63
  expect(
    judgeDisque({ dossier: '/srv', free: 20 * GO, obstacle: 'Le dossier est fermé : ouvrez-le.' }),
  ).toEqual({ etat: 'panne', constat: 'Le dossier est fermé : ouvrez-le.', remede: null });
});

describe("l'ensemble", () => {
  const of = (...etats: EtatControle[]) =>
    worstOf(etats.map((etat) => ({ nom: '', etat, constat: '', remede: null })));

  test('vaut ce que vaut le pire', () => {
    // OPS-64
    expect([of(), of('ok', 'ok'), of('ok', 'attention'), of('panne', 'attention', 'ok')]).toEqual([
      'ok',
      'ok',
      'attention',
      'panne',
    ]);
  });
});
