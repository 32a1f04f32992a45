/** The columns of the tables of a plan. */
import type {
  CavalierImporte,
  ClientImporte,
  LigneRefusee,
  Sorte,
} from '#domain/imports/imports.ts';
import type { Column } from '#web/ui/pages/Table.tsx';
import { deLignes, NOMS_CHAMP, TEXTES } from './textes.ts';

const CLIENT: Column<ClientImporte> = {
  header: TEXTES.client,
  bare: true,
  className: '@4xl:w-60',
  cell: ({ nom, lignes, compte }) => (
    <>
      <p>
        <bdi className="font-semibold wrap-anywhere">{nom}</bdi>
      </p>
      <p className="text-sm text-muted">
        {deLignes(lignes)}
        {compte && ` · ${TEXTES.compte}`}
      </p>
    </>
  ),
};

const COORDONNEES: Column<ClientImporte> = {
  header: TEXTES.coordonnees,
  className: '@4xl:text-sm',
  cell: ({ changements }) =>
    changements.length === 0 ? null : (
      <ul className="wrap-anywhere">
        {changements.map(({ champ, apres }) => (
          <li key={champ} dir="auto" className="whitespace-pre-line">
            {apres}
          </li>
        ))}
      </ul>
    ),
};

const CHANGEMENTS: Column<ClientImporte> = {
  header: TEXTES.changements,
  className: '@4xl:text-sm',
  cell: ({ changements }) =>
    changements.length === 0 ? null : (
      <ul className="wrap-anywhere">
        {changements.map(({ champ, avant, apres }) => (
          <li key={champ}>
            {NOMS_CHAMP[champ]}&#x202f;:{' '}
            {avant !== null && (
              <>
                <bdi className="text-muted">{avant}</bdi> →{' '}
              </>
            )}
            <bdi>{apres}</bdi>
          </li>
        ))}
      </ul>
    ),
};

/** 'Léa Maes (2014), débute' */
const riderInWords = ({ nom, annee_naissance, note }: CavalierImporte): string =>
  `${nom}${annee_naissance === null ? '' : ` (${annee_naissance})`}${note === null ? '' : `, ${note}`}`;

const CAVALIERS: Column<ClientImporte> = {
  header: TEXTES.cavaliers,
  className: '@4xl:text-sm',
  cell: ({ cavaliers }) =>
    cavaliers.length === 0 ? null : (
      <ul className="wrap-anywhere">
        {cavaliers.map((cavalier) => (
          <li key={cavalier.nom} dir="auto">
            {riderInWords(cavalier)}
          </li>
        ))}
      </ul>
    ),
};

export const CLIENT_COLUMNS: Record<Exclude<Sorte, 'refusees'>, Column<ClientImporte>[]> = {
  crees: [CLIENT, COORDONNEES, CAVALIERS],
  modifies: [CLIENT, CHANGEMENTS, CAVALIERS],
  inchanges: [CLIENT],
};

export const REFUSED_COLUMNS: Column<LigneRefusee>[] = [
  {
    header: TEXTES.ligne,
    className: '@4xl:w-20',
    cell: ({ ligne }) => <span className="font-semibold">{ligne}</span>,
  },
  {
    header: TEXTES.raison,
    bare: true,
    cell: ({ raison }) => <p className="wrap-anywhere">{raison}</p>,
  },
  {
    header: TEXTES.valeurs,
    bare: true,
    className: '@4xl:text-sm',
    cell: ({ valeurs }) => (
      <p dir="auto" className="wrap-anywhere text-muted">
        {valeurs.filter((valeur) => valeur.trim() !== '').join(' · ')}
      </p>
    ),
  },
];
