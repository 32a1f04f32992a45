import { CIBLES, type Cible, type Colonne, NOMS_CIBLE } from '#domain/imports/import_colonnes.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { FieldError } from '#web/ui/forms/Field.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { TEXTES } from './textes.ts';

type Row = { colonne: Colonne; n: number; titre: string };

type ColonnesProps = {
  colonnes: readonly Colonne[];
  cibles: readonly Cible[];
  error: string | null;
  busy: boolean;
  disabled: boolean;
  /** The plan is shown: importing it is the next step. */
  done: boolean;
  onMatch: (n: number, cible: Cible) => void;
  onPreview: () => void;
};

/** What each column of the file contains (IMP-03). */
export function Colonnes({
  colonnes,
  cibles,
  error,
  busy,
  disabled,
  done,
  onMatch,
  onPreview,
}: ColonnesProps) {
  const columns: Column<Row>[] = [
    {
      header: TEXTES.colonne,
      bare: true,
      cell: ({ titre }) => <bdi className="font-semibold wrap-anywhere">{titre}</bdi>,
    },
    {
      header: TEXTES.exemples,
      className: '@4xl:text-sm',
      cell: ({ colonne: { exemples } }) =>
        exemples.length === 0 ? (
          <span className="text-muted">{TEXTES.vide}</span>
        ) : (
          <ul className="wrap-anywhere">
            {exemples.map((exemple, i) => (
              <li key={i} dir="auto" className="line-clamp-1">
                {exemple}
              </li>
            ))}
          </ul>
        ),
    },
    {
      header: TEXTES.contenu,
      className: '@4xl:w-80',
      cell: ({ n, titre }) => (
        <Select
          aria-label={TEXTES.contenuDe(titre)}
          value={cibles[n]}
          disabled={disabled}
          onChange={({ target }) => onMatch(n, target.value as Cible)}
        >
          {CIBLES.map((cible) => (
            <option key={cible} value={cible}>
              {NOMS_CIBLE[cible]}
            </option>
          ))}
        </Select>
      ),
    },
  ];
  return (
    <>
      <p className="mt-1 mb-3 text-muted">{TEXTES.colonnesAide}</p>
      <Table
        dense
        label={TEXTES.colonnes}
        columns={columns}
        rows={colonnes.map((colonne, n) => ({
          colonne,
          n,
          titre: colonne.titre || TEXTES.sansTitre(n + 1),
        }))}
        keyOf={({ n }) => String(n)}
        empty={null}
      />
      <div role="alert" className="mt-3 empty:hidden">
        {error !== null && <FieldError>{error}</FieldError>}
      </div>
      <Button
        variant={done ? 'secondary' : 'primary'}
        className="mt-4 w-full sm:w-auto"
        busy={busy}
        busyLabel={TEXTES.apercuEnCours}
        disabled={disabled}
        onClick={onPreview}
      >
        {TEXTES.voir}
      </Button>
    </>
  );
}
