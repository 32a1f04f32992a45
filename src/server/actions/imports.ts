/** Imports of customers and riders from CSV files (IMP-01 to IMP-11). */
import { createHash, randomUUID } from 'node:crypto';
import { momentAt } from '#domain/core/calendrier.ts';
import { keptSince } from '#domain/core/conservation.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  type Cible,
  type Colonne,
  guessCibles,
  refuseColonnes,
} from '#domain/imports/import_colonnes.ts';
import {
  type ClientImporte,
  type Import,
  OCTETS_MAX,
  type Plan,
  planImport,
  usageInWords,
} from '#domain/imports/imports.ts';
import { type FichierLu, readCsv } from '#server/platform/csv.ts';
import { type Reader, sqlStateOf, type Tx } from '#server/platform/db.ts';
import { lockImports } from '#server/platform/locks.ts';
import { type Ctx, personneOf, type Services } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import {
  deleteImportsBefore,
  type Ecritures,
  getImport,
  listImports,
  listTouched,
  lockTouched,
  readConnus,
  readUsage,
  takeBack,
  writeImport,
} from '#server/stores/imports.ts';

/** How many values of a column are shown when it is matched. */
const EXEMPLES = 3;
const EXEMPLE_MAX = 80;

/** `contenu`: the bytes of the file in base64. `colonnes`: what each of its columns contains. */
type Demande = { contenu: string; colonnes: Cible[] };

/** The columns of a file, each with its first values and a proposal (IMP-03). */
export function read(
  _ctx: Ctx,
  { contenu }: { contenu: string },
): { colonnes: Colonne[]; lignes: number } {
  const { titres, lignes } = fileOf(contenu);
  const cibles = guessCibles(titres);
  return {
    lignes: lignes.length,
    colonnes: titres.map((titre, n) => ({
      titre,
      cible: cibles[n] ?? 'ignorer',
      exemples: lignes
        .map(({ valeurs }) => (valeurs[n] ?? '').trim().slice(0, EXEMPLE_MAX))
        .filter(Boolean)
        .slice(0, EXEMPLES),
    })),
  };
}

/** The plan; `empreinte`: its fingerprint, and `id`: that of the import that carries it out. */
export async function plan(
  ctx: Ctx,
  { contenu, colonnes }: Demande,
): Promise<{ id: string; empreinte: string; plan: Plan }> {
  const planned = await planOf(ctx, ctx.db, checked(contenu, colonnes), colonnes);
  return { id: randomUUID(), empreinte: empreinteOf(planned), plan: planned };
}

/**
 * Carries out a plan that was previewed. It is computed again under the locks of its customers: if
 * it differs, nothing is stored (IMP-09). An import that is stored already is answered again.
 */
export async function create(
  ctx: Ctx,
  {
    id,
    fichier,
    empreinte,
    contenu,
    colonnes,
  }: Demande & Pick<Import, 'id' | 'fichier'> & { empreinte: string },
): Promise<Import> {
  const file = checked(contenu, colonnes);
  return ctx.transaction(async (tx) => {
    await lockImports(tx);
    const stored = await getImport(tx, id);
    if (stored) return stored;
    const planned = await planUnderLocks(ctx, tx, file, colonnes);
    if (empreinteOf(planned) !== empreinte) throw new Refus('import_change');
    const { crees, modifies, inchanges, refusees } = planned;
    if (crees.length + modifies.length === 0) throw new Refus('import_rien');
    const ecritures = writesOf(planned);
    const counts = { crees: crees.length, modifies: modifies.length, refuses: refusees.length };
    const stores = writeImport(tx, ecritures, {
      id,
      fichier,
      ...counts,
      inchanges: inchanges.length,
      touches: ecritures.traces.length,
      cree_par: personneOf(ctx).id,
      created_at: ctx.now(),
    });
    await stores.catch((error: unknown) => {
      // Somebody has just added a customer of the same name and telephone (CLI-02).
      throw sqlStateOf(error) === '23505' ? new Refus('import_change', { cause: error }) : error;
    });
    await insertJournal(tx, ctx, {
      action: 'import.fait',
      details: { import: { fichier, ...counts } },
    });
    return found(tx, id);
  });
}

/** The imports of the last 30 days, newest first. */
export const list = (ctx: Ctx): Promise<Import[]> => listImports(ctx.db);

/** Takes an import back, as long as nothing of it was used (IMP-10). */
export async function undo(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  return ctx.transaction(async (tx) => {
    await lockImports(tx);
    const { defait_at, fichier, crees, modifies, refuses } = await found(tx, id);
    if (defait_at === null) {
      await lockTouched(tx, await listTouched(tx, id));
      const used = usageInWords(await readUsage(tx, id));
      if (used !== '') throw new Refus('import_utilise', { detail: used });
      await takeBack(tx, id, ctx.now()).catch((error: unknown) => {
        // Names and telephones of customers are unique (CLI-02).
        if (sqlStateOf(error) !== '23505') throw error;
        const detail = "Un autre client a maintenant le nom et le téléphone d'avant.";
        throw new Refus('import_utilise', { detail, cause: error });
      });
      await insertJournal(tx, ctx, {
        action: 'import.defait',
        details: { import: { fichier, crees, modifies, refuses } },
      });
    }
    return found(tx, id);
  });
}

/** Housekeeping: imports end with the time for which they can be undone. */
export const sweep = ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> =>
  deleteImportsBefore(db, keptSince('import', now()));

async function found(reader: Reader, id: string): Promise<Import> {
  const one = await getImport(reader, id);
  if (!one) throw new Refus('import_introuvable');
  return one;
}

function fileOf(contenu: string): FichierLu {
  const bytes = Buffer.from(contenu, 'base64');
  if (bytes.length > OCTETS_MAX) throw new Refus('import_trop_grand');
  return readCsv(bytes);
}

function checked(contenu: string, colonnes: readonly Cible[]): FichierLu {
  const file = fileOf(contenu);
  if (file.titres.length !== colonnes.length) throw new Refus('import_colonnes');
  const refus = refuseColonnes(colonnes);
  if (refus) throw new Refus(refus);
  return file;
}

async function planOf(
  ctx: Ctx,
  reader: Reader,
  { lignes }: FichierLu,
  colonnes: readonly Cible[],
): Promise<Plan> {
  return planImport(lignes, colonnes, await readConnus(reader), momentAt(ctx.now()).jour);
}

/** Whom a plan concerns is known only once it is made: they are locked, then it is made again. */
async function planUnderLocks(
  ctx: Ctx,
  tx: Tx,
  file: FichierLu,
  colonnes: readonly Cible[],
): Promise<Plan> {
  const { modifies } = await planOf(ctx, tx, file, colonnes);
  await lockTouched(
    tx,
    modifies.flatMap(({ id }) => id ?? []),
  );
  return planOf(ctx, tx, file, colonnes);
}

const empreinteOf = (planned: Plan): string =>
  createHash('sha256').update(JSON.stringify(planned)).digest('hex');

/** The rows that a plan writes, and what is remembered of each. */
function writesOf({ crees, modifies }: Plan): Ecritures {
  const writes: Ecritures = {
    clients: { crees: [], modifies: [], comptes: [] },
    cavaliers: { crees: [], modifies: [] },
    traces: [],
  };
  for (const client of [...crees, ...modifies]) addClient(writes, client);
  return writes;
}

function addClient(
  { clients, cavaliers, traces }: Ecritures,
  { id: known, nom, compte, changements, cavaliers: riders }: ClientImporte,
): void {
  const id = known ?? randomUUID();
  const apres = Object.fromEntries(changements.map(({ champ, apres: value }) => [champ, value]));
  const row = { id, nom, telephone: null, email: null, adresse: null, note: null, ...apres };
  if (known === null) clients.crees.push(row);
  else if (changements.length > 0) clients[compte ? 'comptes' : 'modifies'].push(row);
  if (known === null || changements.length > 0) {
    const avant = Object.fromEntries(changements.map((one) => [one.champ, one.avant]));
    traces.push({ client_id: id, cavalier_id: null, avant: known === null ? null : avant });
  }
  for (const { id: knownRider, ...rider } of riders) {
    const cavalier_id = knownRider ?? randomUUID();
    cavaliers[knownRider === null ? 'crees' : 'modifies'].push({
      ...rider,
      id: cavalier_id,
      user_id: id,
    });
    // Only empty fields of a rider are filled.
    const filled = {
      ...(rider.annee_naissance !== null && { annee_naissance: null }),
      ...(rider.note !== null && { note: null }),
    };
    traces.push({ client_id: id, cavalier_id, avant: knownRider === null ? null : filled });
  }
}
