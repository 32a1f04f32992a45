import { Check, Minus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Creneau, PARTS_OF_DAY, creneauInWords, reasonOf } from '#domain/creneaux.ts';
import { cx } from '../ui/cx.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Choix } from './Choix.tsx';
import { SigneCreneau, STYLE_CRENEAU } from './etatsCreneau.tsx';

const COLONNES = 'grid grid-cols-4 gap-1.5 @lg:grid-cols-8';
const CASE = 'flex h-12 flex-col items-center justify-center rounded-slot';

type CreneauGridProps = {
  /** null: the slots are unknown, none can be chosen, and `inconnu` says why. */
  creneaux: readonly Creneau[] | null;
  inconnu?: string;
  choisi: string | null;
  /** The end of the chosen lesson: the slots up to it are drawn as chosen too. */
  fin: string | null;
  onChoose: (heure: string) => void;
};

/**
 * BOOK-02: 25 starts, all always on the screen, by part of the day. A start that cannot be chosen is natively disabled:
 * the arrows skip it, a screen reader still reads its name. Pressing it shows the reason below its part of the day.
 */
export function CreneauGrid({ creneaux, inconnu, choisi, fin, onChoose }: CreneauGridProps) {
  const parHeure = new Map(creneaux?.map((creneau) => [creneau.heure, creneau]));
  const [refuse, setRefuse] = useState<string | null>(null);
  const pourquoi = refuse === null ? undefined : parHeure.get(refuse);
  const raison = pourquoi && reasonOf(pourquoi);
  return (
    <Moments note={raison ? { heure: pourquoi.heure, texte: `${pourquoi.heure} : ${raison}` } : null}>
      {(heure) => {
        const creneau = parHeure.get(heure);
        const coche = heure === choisi;
        const choisie = coche || (choisi !== null && fin !== null && heure > choisi && heure < fin);
        return (
          <Choix
            key={heure}
            name="heure_debut"
            value={heure}
            checked={coche}
            disabled={creneau?.etat !== 'libre'}
            nom={creneau ? creneauInWords(creneau) : `${heure}, ${inconnu ?? 'indisponible'}`}
            raison={(creneau && reasonOf(creneau)) ?? undefined}
            onRefuse={() => setRefuse(heure)}
            onChoose={() => {
              setRefuse(null);
              onChoose(heure);
            }}
            className={cx(
              CASE,
              choisie && 'border border-fir bg-fir text-white',
              coche && 'shadow-[0_0_0_2px_var(--color-card),0_0_0_4px_var(--color-fir)]',
              !choisie && (creneau ? STYLE_CRENEAU[creneau.etat] : 'border border-hairline bg-sand-soft text-muted'),
              !choisie && creneau?.etat === 'libre' && 'hover:shadow-[inset_0_0_0_1px_var(--color-libre-line)]',
            )}
          >
            <span className="text-compact leading-5 font-semibold">{heure}</span>
            <span aria-hidden className="flex h-4 items-center text-xs leading-4 font-semibold">
              {signeOf(creneau, choisie)}
            </span>
          </Choix>
        );
      }}
    </Moments>
  );
}

function signeOf(creneau: Creneau | undefined, choisie: boolean): ReactNode {
  if (choisie) return <Check className="size-3.5" strokeWidth={3} />;
  return creneau ? <SigneCreneau {...creneau} /> : <Minus className="size-3.5" />;
}

/** Placeholder while the day is being read. */
export function CreneauSkeleton() {
  return <Moments note={null}>{(heure) => <Skeleton key={heure} className="h-12 rounded-slot" />}</Moments>;
}

/** `note` is shown below the part of the day of its hour; hidden from screen readers, because the slot's name contains it. */
function Moments({ note, children }: { note: { heure: string; texte: string } | null; children: (heure: string) => ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      {PARTS_OF_DAY.map(({ nom, heures }) => (
        <div key={nom} role="group" aria-label={nom}>
          <p aria-hidden className="mb-1.5 text-sm leading-5 font-medium text-muted">{nom}</p>
          <div className={COLONNES}>{heures.map(children)}</div>
          {note && heures.includes(note.heure) && <p aria-hidden className="mt-1.5 text-sm leading-5">{note.texte}</p>}
        </div>
      ))}
    </div>
  );
}
