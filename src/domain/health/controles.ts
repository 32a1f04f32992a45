/**
 * The checks of the service (OPS-63): for given facts, the finding, its meaning, and what to do.
 * Other modules read the facts.
 */
import { formatInstant, momentAt } from '../core/calendrier.ts';
import { type Retard, retardInWords } from '../emails/retard.ts';
import { type EtatSauvegardes, panneOf } from '../backups.ts';
import { sizeInWords } from '../core/tailles.ts';

export const ETATS_CONTROLE = ['ok', 'attention', 'panne'] as const;
export type EtatControle = (typeof ETATS_CONTROLE)[number];

/** `remede`: what to do; null if nothing is to be done. */
export type Controle = { nom: string; etat: EtatControle; constat: string; remede: string | null };

/** The worst state of several checks. */
export const worstOf = (controles: readonly Controle[]): EtatControle =>
  ETATS_CONTROLE.findLast((etat) => controles.some((one) => one.etat === etat)) ?? 'ok';

const ok = (constat: string): Verdict => ({ etat: 'ok', constat, remede: null });
const attention = (constat: string, remede: string): Verdict => ({
  etat: 'attention',
  constat,
  remede,
});
const panne = (constat: string, remede: string): Verdict => ({ etat: 'panne', constat, remede });

/** A check without its name. */
export type Verdict = Omit<Controle, 'nom'>;

/** The verdict of a check that depends on a failed check. */
export const unchecked = (raison: string): Verdict => ({
  etat: 'attention',
  constat: `Pas vérifié : ${raison}.`,
  remede: null,
});

const DAY_MS = 24 * 3_600_000;

export type Base = {
  version: string;
  /** The version number of PostgreSQL: 150000 is 15.0. */
  numero: number;
  readOnly: boolean;
  encodage: string;
  /** True if Manège itself started PostgreSQL, on this machine and with its own accounts. */
  embedded: boolean;
  /** True if it runs on another machine. */
  remote: boolean;
  encrypted: boolean;
  superuser: boolean;
  /** True if the account may create tables, which migrations need. */
  creates: boolean;
};

export function judgeBase({
  version,
  numero,
  readOnly,
  encodage,
  embedded,
  remote,
  encrypted,
  superuser,
  creates,
}: Base): Verdict {
  const said = `PostgreSQL ${embedded ? 'embarqué ' : ''}${version}${remote ? `, ${encrypted ? 'connexion chiffrée' : 'connexion en clair'}` : ''}`;
  if (numero < 150_000)
    return panne(
      `${said} : trop ancien.`,
      'Installez PostgreSQL 15 ou plus récent, et restaurez-y une sauvegarde.',
    );
  if (readOnly)
    return panne(
      `${said} : lecture seule, rien ne s'enregistre.`,
      "DATABASE_URL mène à un serveur secondaire, ou default_transaction_read_only est mis : donnez l'adresse du serveur principal.",
    );
  if (encodage !== 'UTF8')
    return panne(
      `${said} : base encodée en ${encodage}, où la recherche et les statistiques échouent.`,
      "Sauvegardez (npm run backup), créez une base par create database … owner … encoding 'UTF8' lc_collate 'C' lc_ctype 'C' template template0, donnez-la dans DATABASE_URL, et restaurez-y la sauvegarde (npm run restore).",
    );
  if (embedded) return ok(`${said}.`);
  if (!creates)
    return attention(
      `${said} : l'utilisateur n'a pas le droit de créer des tables.`,
      'Une mise à jour de Manège échouera : faites de lui le propriétaire de la base (ALTER DATABASE … OWNER TO …).',
    );
  if (superuser)
    return attention(
      `${said} : l'utilisateur est superutilisateur du serveur.`,
      'Créez un utilisateur pour Manège seul, propriétaire de sa base, et donnez-le dans DATABASE_URL.',
    );
  if (remote && !encrypted)
    return attention(
      `${said} : mots de passe et données traversent le réseau en clair.`,
      'Ajoutez ?sslmode=verify-full à DATABASE_URL, une fois TLS réglé sur le serveur.',
    );
  return ok(`${said}.`);
}

/** `contrainte`: the constraint that prevents double bookings. */
export function judgeExtension({
  version,
  contrainte,
}: {
  version: string | null;
  contrainte: boolean;
}): Verdict {
  if (version === null)
    return panne(
      'btree_gist manque.',
      'Lancez, comme administrateur du serveur PostgreSQL : CREATE EXTENSION btree_gist, dans la base de Manège ; puis restaurez une sauvegarde si la contrainte manque aussi.',
    );
  if (!contrainte)
    return panne(
      'La contrainte qui empêche deux leçons au même endroit manque.',
      "Quelqu'un l'a ôtée à la main. Arrêtez le service et restaurez la dernière sauvegarde, qui la remet.",
    );
  return ok(`btree_gist ${version} ; aucun doublon n'est possible.`);
}

/** `changed`: functions and triggers that differ from those of the migrations (OPS-47). */
type Migrations = { missing: number; newer: boolean; changed: readonly string[] };

export function judgeMigrations({ missing, newer, changed }: Migrations): Verdict {
  if (newer)
    return panne(
      "La base vient d'une version plus récente de Manège.",
      'Installez cette version, ou restaurez une sauvegarde faite avant.',
    );
  if (missing > 0)
    return attention(
      missing === 1 ? 'Une migration attend.' : `${missing} migrations attendent.`,
      'Redémarrez Manège : elles se font au démarrage, après une sauvegarde.',
    );
  if (changed.length > 0)
    return attention(
      `Modifié à la main dans la base : ${changed.join(', ')}.`,
      'Ces fonctions gardent les places des leçons justes. Arrêtez le service et restaurez la dernière sauvegarde, qui les remet.',
    );
  return ok('La base est à jour.');
}

/**
 * Below `FULL_BYTES`, PostgreSQL may stop at any time. Above `SCARCE_BYTES`, there is enough space
 * for weeks.
 */
const FULL_BYTES = 1e8;
const SCARCE_BYTES = 1e9;

/**
 * `obstacle`: why nothing can be stored there, and what to do. `withBase`: the backups are on the
 * disk of the database and are copied nowhere else.
 */
type Disque = { dossier: string; free: number; obstacle?: string | null; withBase?: boolean };

export function judgeDisque({ dossier, free, obstacle = null, withBase = false }: Disque): Verdict {
  const said = `${dossier} : ${sizeInWords(free)} libres`;
  if (obstacle !== null) return { etat: 'panne', constat: obstacle, remede: null };
  if (free < FULL_BYTES)
    return panne(
      `${said}.`,
      "Libérez de la place tout de suite : bientôt plus rien ne s'enregistrera.",
    );
  if (free < SCARCE_BYTES)
    return attention(`${said}.`, 'Libérez de la place, ou agrandissez le disque.');
  if (withBase)
    return attention(
      `${said}, sur le disque de la base : un disque perdu emporte les deux.`,
      "Donnez par BACKUP_DIR un dossier d'un autre disque, ou copiez-les ailleurs par BACKUP_COMMAND.",
    );
  return ok(`${said}.`);
}

/** `found`: the program exists and may be run. */
export function judgeCommande({ commande, found }: { commande: string; found: boolean }): Verdict {
  if (found) return ok(`${commande}.`);
  return panne(
    `${commande} n'existe pas, ou ne peut pas être lancé.`,
    'BACKUP_COMMAND est un programme sans arguments : écrivez-les dans un petit script, rendu exécutable (chmod +x).',
  );
}

/**
 * Beyond this skew, codes of a second factor are sometimes refused, and emails are sent early or
 * late.
 */
const SKEW_S = 5;
const WRONG_S = 60;

/** `skew`: seconds that this machine is ahead of the database. `doubtful`: see SET-16. */
export function judgeHorloge({ skew, doubtful }: { skew: number; doubtful: boolean }): Verdict {
  if (doubtful)
    return panne(
      "L'horloge est loin devant la dernière activité : rien n'est effacé ni rappelé.",
      "Mettez-la à l'heure ; si elle est juste, un administrateur répond « L'horloge est juste » à l'écran.",
    );
  const apart = Math.abs(Math.round(skew));
  const said = `${apart} s ${skew > 0 ? "d'avance sur" : 'de retard sur'} la base de données`;
  const remede = "Mettez les deux machines à l'heure (chrony ou systemd-timesyncd).";
  if (apart > WRONG_S) return panne(`${said}.`, remede);
  if (apart > SKEW_S) return attention(`${said}.`, remede);
  return ok("À l'heure de la base de données.");
}

/** The state is `panne` once administrators are notified (OPS-24). */
export function judgeSauvegarde(etat: EtatSauvegardes, now: Date): Verdict {
  const { reussie_at, nonVerifiee, erreur } = etat;
  const said = reussie_at
    ? `La dernière qui a réussi : ${formatInstant(reussie_at.toISOString())}`
    : "Aucune n'a réussi encore";
  if (erreur !== null)
    return panne(
      `La dernière a échoué : ${erreur} ${said}.`,
      "Corrigez-en la cause, puis faites-en une : « Sauvegarder maintenant » à l'écran, ou npm run backup.",
    );
  if (panneOf(etat, now) !== null)
    return panne(
      `${said}.`,
      'Il y en a une chaque nuit : regardez si le service tourne la nuit, et ses lignes « a backup failed ».',
    );
  if (reussie_at === null)
    return attention(
      `${said}.`,
      "La première se fera cette nuit ; pour ne pas attendre : « Sauvegarder maintenant » à l'écran, ou npm run backup.",
    );
  if (nonVerifiee !== null)
    return attention(
      `${said}, non vérifiée : ${nonVerifiee}.`,
      'Donnez ce qui manque, ou restaurez-en une de temps en temps dans un dossier à part.',
    );
  return ok(`${said}, vérifiée.`);
}

export function judgeVersion({
  manege,
  enService,
  node,
}: {
  manege: string;
  enService: string | null;
  node: string;
}): Verdict {
  const said = `Manège ${manege}, Node.js ${node}`;
  if (Number(node.split('.')[0]) < 24)
    return panne(`${said} : trop ancien.`, 'Lancez Manège par npm start, qui installe Node.js 24.');
  if (enService !== null && enService !== manege)
    return attention(
      `${said} ; le service qui tourne est en ${enService}.`,
      "Redémarrez le service : il tourne encore avec l'autre version.",
    );
  return ok(`${said}.`);
}

/**
 * `raison`: why the mail server was not reached, in French; null if it answered and would accept an
 * email.
 */
export function judgeEnvoi(envoi: { serveur: string; raison: string | null } | null): Verdict {
  if (envoi === null)
    return attention(
      "SMTP_URL n'est pas donnée : aucun email ne part, ils se lisent seulement dans l'application.",
      "Donnez dans SMTP_URL le serveur d'envoi de votre fournisseur.",
    );
  if (envoi.raison !== null)
    return panne(
      `${envoi.serveur} : ${envoi.raison}`,
      "Vérifiez SMTP_URL (adresse, port, identifiant, mot de passe). Un email attend tant que ce qu'il annonce n'est pas passé, et part dès que le serveur le prend.",
    );
  return ok(`${envoi.serveur} répond et nous reconnaît.`);
}

/** Checks emails that are late, and failures that nobody has seen (MAIL-22). */
export function judgeCourriels(
  { retard, echecs }: { retard: Retard | null; echecs: number },
  now: Date,
): Verdict {
  const remede =
    'La page « Emails » dit la cause de chacun ; « Tout renvoyer » y fait repartir ceux qui ont échoué.';
  if (retard !== null) return attention(`${retardInWords(retard, momentAt(now).jour)}.`, remede);
  if (echecs > 0)
    return attention(
      echecs === 1
        ? "Un email n'a pas pu être envoyé."
        : `${echecs} emails n'ont pas pu être envoyés.`,
      remede,
    );
  return ok("Aucun email n'attend depuis plus de 15 minutes.");
}

/** A certificate should be renewed this many days before its end. */
const RENEW_DAYS = 14;

export function judgeCertificat(fin: Date, now: Date): Verdict {
  const said = `Valable jusqu'au ${formatInstant(fin.toISOString())}`;
  return fin.getTime() - now.getTime() < RENEW_DAYS * DAY_MS
    ? attention(
        `${said}.`,
        'Il aurait dû être renouvelé : regardez le journal du mandataire (Caddy, certbot).',
      )
    : ok(`${said}.`);
}
