/**
 * The checks of the service, for the settings page and for `npm run doctor` (OPS-63): this file
 * reads the facts, the domain judges them.
 */
import {
  type Controle,
  ETATS_CONTROLE,
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
  unchecked,
  type Verdict,
  worstOf,
} from '#domain/health/controles.ts';
import { domaineOf, judgeExpediteur } from '#domain/health/controles_email.ts';
import { judgeAdresse, judgeMandataire } from '#domain/health/controles_site.ts';
import { failureCauseOf } from '#domain/emails/failures.ts';
import { isDoubtful } from '#domain/health/horloge.ts';
import {
  readBase,
  readExtension,
  readInstance,
  readSkew,
  withConnection,
} from '#server/platform/controles/base.ts';
import { readDomaine } from '#server/platform/controles/dns.ts';
import {
  areOnOneDisk,
  freeIn,
  isProgram,
  obstacleToBackups,
} from '#server/platform/controles/disque.ts';
import { FORGED, visit } from '#server/platform/controles/visite.ts';
import { databaseRefusalOf } from '#server/platform/database_refusals.ts';
import { sqlStateOf } from '#server/platform/db.ts';
import { readChanged } from '#server/platform/definitions.ts';
import { compareMigrations } from '#server/platform/migrations.ts';
import type { Ctx, Services } from '#server/platform/services.ts';
import { StartError } from '#server/platform/start_error.ts';
import { countCourriels, getRetard } from '#server/stores/emails/courriels.ts';
import { getLastSign } from '#server/stores/health/horloge.ts';
import { getEtat } from '#server/stores/backups.ts';

/** The data for the checks. `base` in `sauvegardes`: the folder of the embedded database. */
export type Lieu = Pick<
  Services,
  'sauvegardes' | 'mailer' | 'expediteur' | 'publicUrl' | 'given' | 'version' | 'now'
> & {
  /** DNS servers; if left out, those of the machine. */
  dns?: readonly string[];
  /** An error explains why there is no address. */
  databaseUrl: string | Error;
};

const codeOf = (error: unknown): string =>
  sqlStateOf(error) ?? (error as NodeJS.ErrnoException).code ?? (error as Error).name;

/** A check that cannot be made counts as failed. */
async function named(nom: string, work: () => Verdict | Promise<Verdict>): Promise<Controle> {
  try {
    return { nom, ...(await work()) };
  } catch (error) {
    return { nom, ...unchecked(`la vérification n'a pas abouti (${codeOf(error)})`) };
  }
}

/** The verdict for a database that cannot be queried. */
function judgeAbsence(error: unknown, embedded: boolean): Verdict {
  if (error instanceof StartError) return { etat: 'panne', constat: error.message, remede: null };
  const code = codeOf(error);
  const constat =
    databaseRefusalOf(error) ??
    (code === 'ETIMEDOUT'
      ? "la base de données n'a pas répondu en 5 s."
      : `la base de données ne répond pas (${code}).`);
  const remede = embedded
    ? 'Redémarrez Manège, qui relance sa base ; son journal est postgres.log.'
    : code === 'ETIMEDOUT'
      ? "Regardez si le serveur PostgreSQL est figé ou débordé, et si le réseau passe jusqu'à lui ; vérifiez DATABASE_URL."
      : 'Démarrez le serveur PostgreSQL, et vérifiez DATABASE_URL.';
  return { etat: 'panne', constat: constat.charAt(0).toUpperCase() + constat.slice(1), remede };
}

async function checkBase({
  databaseUrl: url,
  sauvegardes,
  mailer,
  now,
}: Lieu): Promise<Controle[]> {
  const BASE = 'Base de données';
  const others = [
    'Extension',
    'Migrations',
    'Horloge',
    'Dernière sauvegarde',
    ...(mailer ? ['Emails'] : []),
  ];
  const [extension = '', migrations = '', horloge = '', derniere = '', emails] = others;
  try {
    return await withConnection(url, async (client, db) => [
      await named(BASE, async () =>
        judgeBase(await readBase(client, { embedded: sauvegardes.base !== null })),
      ),
      await named(extension, async () => judgeExtension(await readExtension(client))),
      await named(migrations, async () =>
        judgeMigrations({
          ...(await compareMigrations(client)),
          changed: await readChanged(client),
        }),
      ),
      await named(horloge, async () =>
        judgeHorloge({
          skew: await readSkew(client, now),
          doubtful: isDoubtful(now(), await getLastSign(db)),
        }),
      ),
      await named(derniere, async () => judgeSauvegarde(await getEtat(db), now())),
      ...(emails
        ? [
            await named(emails, async () =>
              judgeCourriels(
                {
                  retard: await getRetard(db, now()),
                  echecs: (await countCourriels(db)).echoue_non_vus,
                },
                now(),
              ),
            ),
          ]
        : []),
    ]);
  } catch (error) {
    return [
      { nom: BASE, ...judgeAbsence(error, sauvegardes.base !== null) },
      ...others.map((nom) => ({ nom, ...unchecked('la base de données ne répond pas') })),
    ];
  }
}

function checkDisques({ sauvegardes: { base, dir, command } }: Lieu): Promise<Controle[]> {
  return Promise.all([
    ...(base === null
      ? []
      : [named('Disque de la base', () => judgeDisque({ dossier: base, free: freeIn(base) }))]),
    named('Disque des sauvegardes', () =>
      judgeDisque({
        dossier: dir,
        free: freeIn(dir),
        obstacle: obstacleToBackups(dir),
        withBase: base !== null && command === null && areOnOneDisk(base, dir),
      }),
    ),
    ...(command === null
      ? []
      : [
          named('Copie des sauvegardes', () =>
            judgeCommande({ commande: command, found: isProgram(command) }),
          ),
        ]),
  ]);
}

/** Visits only PUBLIC_URL, once like a stranger and once with a false origin. */
async function checkSite({
  publicUrl: url,
  given,
  databaseUrl,
  version: manege,
  now,
}: Lieu): Promise<Controle[]> {
  const [visite, pretended] = await Promise.all([
    visit(url),
    visit(url, { 'x-forwarded-for': FORGED }),
  ]);
  const echo = visite.sorte === 'echo' ? visite.echo : null;
  const told =
    echo &&
    (await withConnection(databaseUrl, async (client) => ({
      version: await readInstance(client, echo.instance),
    })).catch(() => null));
  return Promise.all([
    named('Adresse du site', () =>
      judgeAdresse({ url, given: given.publicUrl, visite, connue: told && told.version !== null }),
    ),
    ...(visite.sorte === 'echo' && visite.certificat
      ? [named('Certificat', () => judgeCertificat(visite.certificat ?? now(), now()))]
      : []),
    named('Mandataire', () =>
      echo === null
        ? unchecked("l'adresse du site ne mène pas à Manège")
        : judgeMandataire({
            echo,
            forged: pretended.sorte === 'echo' && pretended.echo.forged,
            trusts: given.trustProxy,
            https: url.startsWith('https:'),
          }),
    ),
    named('Version', () =>
      judgeVersion({ manege, enService: told?.version || null, node: process.versions.node }),
    ),
  ]);
}

async function checkEnvoi({ mailer }: Lieu): Promise<Controle> {
  return named("Serveur d'envoi", async () => {
    if (mailer === null) return judgeEnvoi(null);
    const said = await mailer.greet();
    return judgeEnvoi({
      serveur: mailer.serveur,
      raison: said === null ? null : failureCauseOf(said).cause,
    });
  });
}

/** Only if emails are sent. */
async function checkExpediteur({
  mailer,
  expediteur: { address },
  given,
  dns,
}: Lieu): Promise<Controle[]> {
  const nom = domaineOf(address);
  return mailer === null
    ? []
    : [
        await named('Expéditeur', async () =>
          judgeExpediteur({
            address,
            given: given.mailFrom,
            domaine: nom === null ? null : await readDomaine(nom, dns),
          }),
        ),
      ];
}

/**
 * Runs every check. Takes seconds at most, because each check that uses the network has a time
 * limit.
 */
export async function check(lieu: Lieu): Promise<Controle[]> {
  const found = await Promise.all([
    checkBase(lieu),
    checkDisques(lieu),
    checkSite(lieu),
    checkEnvoi(lieu),
    checkExpediteur(lieu),
  ]);
  return found.flat();
}

const MARKS: Record<EtatControle, string> = {
  ok: 'ok        ',
  attention: 'ATTENTION ',
  panne: 'EN PANNE  ',
};

/** The list for a terminal, and the exit code: 0, 1 or 2 (OPS-64). */
export function reportOf(found: readonly Controle[]): { lines: string[]; code: number } {
  const lines = found.flatMap(({ nom, etat, constat, remede }) => [
    `${MARKS[etat]} ${nom} : ${constat}`,
    ...(remede === null ? [] : [`${' '.repeat(11)}→ ${remede}`]),
  ]);
  return { lines, code: ETATS_CONTROLE.indexOf(worstOf(found)) };
}

const running = new WeakMap<object, Promise<Controle[]>>();

/** Runs the checks for administrators. Calls while they run share their answer. */
export function run(ctx: Ctx): Promise<Controle[]> {
  const answer = running.get(ctx.db) ?? check(ctx).finally(() => running.delete(ctx.db));
  running.set(ctx.db, answer);
  return answer;
}
