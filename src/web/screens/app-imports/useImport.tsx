import { useState } from 'react';
import { IMPORTS_REFUS } from '#domain/errors/imports.ts';
import { type Cible, type Colonne, refuseColonnes } from '#domain/imports/import_colonnes.ts';
import { FICHIER_MAX, OCTETS_MAX } from '#domain/imports/imports.ts';
import { codeOf, readingSentenceOf } from '#web/data/client.ts';
import { type Apercu, useCreateImport, usePlan, useReadFile } from '#web/nouns/imports.ts';
import { useUser } from '#web/data/session.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import type { Shown, useBanner } from '#web/ui/messages/useBanner.ts';
import { Failure } from './Failure.tsx';
import { faitText, TEXTES } from './textes.ts';

type Fichier = { nom: string; contenu: string; lignes: number; colonnes: Colonne[] };
/** The last choices, for the next file with the same titles (IMP-03). */
type Choix = { titres: string; cibles: Cible[] };

/** The bytes of a file in base64. Rejects if it cannot be read any more. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve((reader.result as string).replace(/^data:[^,]*,/, '')),
    );
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable file')));
    reader.readAsDataURL(file);
  });

const titresOf = (colonnes: readonly Colonne[]): string =>
  JSON.stringify(colonnes.map(({ titre }) => titre));

/** A name on one line, as it is stored. */
const nameOf = ({ name }: File): string =>
  // oxlint-disable-next-line no-control-regex -- removing them is the point
  name.replaceAll(/[\u0000-\u001F\u007F-\u009F]/gu, ' ').slice(0, FICHIER_MAX) || 'fichier.csv';

/**
 * The three steps: a file, what its columns contain, what its import would do. `fault`: the
 * sentence of a failed step. A change of one step ends those after it.
 */
export function useImport(say: ReturnType<typeof useBanner>[1]) {
  const [choix, setChoix] = useEcrit<Choix | null>(useUser().id, 'import 1', (kept) => kept);
  const [fichier, setFichier] = useState<Fichier | null>(null);
  const [cibles, setCibles] = useState<Cible[]>([]);
  const [apercu, setApercu] = useState<Apercu | null>(null);
  const [fault, setFault] = useState<{ step: 'fichier' | 'colonnes'; text: string } | null>(null);
  const [reading, planning, creating] = [useReadFile(), usePlan(), useCreateImport()];

  const choose = async (file: File): Promise<void> => {
    say(null);
    setFault(null);
    const refuse = (text: string) => setFault({ step: 'fichier', text });
    if (file.size > OCTETS_MAX) return refuse(IMPORTS_REFUS.import_trop_grand.message);
    try {
      const contenu = await base64Of(file);
      const { colonnes, lignes } = await reading.mutateAsync({ contenu });
      setFichier({ nom: nameOf(file), contenu, lignes, colonnes });
      setApercu(null);
      setCibles(
        choix?.titres === titresOf(colonnes)
          ? choix.cibles
          : colonnes.map((colonne) => colonne.cible),
      );
    } catch (error) {
      refuse(readingSentenceOf(error, TEXTES.illisible));
    }
  };

  const match = (n: number, cible: Cible): void => {
    const next = cibles.map((one, i) => (i === n ? cible : one));
    setCibles(next);
    setApercu(null);
    setFault(null);
    if (fichier) setChoix({ titres: titresOf(fichier.colonnes), cibles: next });
  };

  /** True once the plan is shown. */
  const preview = async (): Promise<boolean> => {
    if (!fichier) return false;
    setFault(null);
    const refus = refuseColonnes(cibles);
    const refuse = (text: string) => setFault({ step: 'colonnes', text });
    if (refus) refuse(IMPORTS_REFUS[refus].message);
    if (refus) return false;
    try {
      setApercu(await planning.mutateAsync({ contenu: fichier.contenu, colonnes: cibles }));
      return true;
    } catch (error) {
      refuse(readingSentenceOf(error, TEXTES.apercuEchec));
      return false;
    }
  };

  /**
   * The step to go to: after the import the first one; the plan if it is another one; null if it
   * failed.
   */
  const commit = async (): Promise<'fichier' | 'apercu' | null> => {
    if (!fichier || !apercu) return null;
    say(null);
    const { id, empreinte } = apercu;
    const { nom, contenu } = fichier;
    try {
      const done = await creating.mutateAsync({
        id,
        empreinte,
        fichier: nom,
        contenu,
        colonnes: cibles,
      });
      say({ kind: 'success', text: faitText(done) } satisfies Omit<Shown, 'hold'>);
      setFichier(null);
      setApercu(null);
      return 'fichier';
    } catch (error) {
      say({ kind: 'error', text: <Failure error={error} fallback={TEXTES.importEchec} /> });
      return codeOf(error) === 'import_change' && (await preview()) ? 'apercu' : null;
    }
  };

  return {
    fichier,
    cibles,
    apercu,
    fault,
    choose,
    match,
    preview,
    commit,
    reading: reading.isPending,
    planning: planning.isPending,
    creating: creating.isPending,
  };
}
