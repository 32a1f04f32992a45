import { useId, useState } from 'react';
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import type { ClientRecherche } from '#domain/customers/clients.ts';
import type { StatutUser } from '#domain/people/users.ts';
import {
  type LeconRecherche,
  type NomRecherche,
  RECHERCHE_MIN,
  RESULTATS_MAX,
} from '#domain/planning/recherche.ts';
import { NOMS_STATUT } from '#domain/lessons/reservations.ts';
import { useNow } from '#web/data/horloge.ts';
import { useCentre } from '#web/data/queries.ts';
import { useRecherche } from '#web/nouns/planning/recherche.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { ficheLink } from '#web/paths/fiche.ts';
import { cavalierLink, leconLink } from '#web/paths/reservation.ts';
import { Combobox, LIST_ROOM } from '#web/ui/forms/Combobox.tsx';
import { Dialog, type DialogProps } from '#web/ui/overlays/Dialog.tsx';
import { useNavigate } from '#web/ui/hooks/navigation.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { answerTo, useTypedSearch } from '#web/ui/hooks/typedSearch.ts';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { useMedia } from '#web/ui/hooks/useMedia.ts';
import { actionsFor } from './rechercheActions.ts';
import { RechercheLecons, type Trouve } from './RechercheLecons.tsx';

const TEXTES = {
  titre: 'Rechercher',
  champ: 'Nom, téléphone, leçon ou écran',
  aide: 'Par exemple\u202f: «\u202fcamille mercredi\u202f», «\u202f0475 10 22\u202f», «\u202f17 mars\u202f»',
  resultats: 'Résultats',
  actions: 'Écrans et actions',
  clients: 'Clients',
  noms: 'Noms sans client',
  lecons: 'Leçons',
  apercu: 'Leçons du résultat choisi',
  enCours: 'Recherche en cours…',
  illisible: "La recherche n'a pas abouti. Vérifiez votre connexion, puis réessayez.",
  vide: (text: string) => `Aucun résultat pour «\u202f${text}\u202f»`,
  trouves: (n: number, more: boolean) =>
    `${n} ${n > 1 ? 'résultats' : 'résultat'}${more ? ". D'autres correspondent\u202f: écrivez davantage." : ''}`,
} as const;

/** As the call allows (LIM-188). */
const LONGUEUR_MAX = 200;

/**
 * A row of the list: where it leads, its main words and the others; `lecons`: whose lessons can be
 * shown beside it.
 */
type Resultat = {
  key: string;
  to: string;
  group: string;
  titre: string;
  note: string;
  enter?: boolean;
  lecons?: Pick<Trouve, 'q' | 'client'>;
};

/** A narrower window has no room beside the results. */
const WIDE = '(min-width: 48rem)';

/** The search, in a dialog (DESK-65). */
export default function Recherche(modal: Pick<DialogProps, 'open' | 'onClose' | 'fallback'>) {
  return (
    <Dialog title={TEXTES.titre} wide {...modal}>
      <Search onClose={modal.onClose} />
    </Dialog>
  );
}

function Search({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { jour } = useNow();
  const facturee = useCentre().data?.facturation ?? false;
  const navigate = useNavigate();
  const nomPiste = useNomPiste();
  const [text, setText] = useState('');
  const typed = text.trim();
  const search = useTypedSearch(typed.length < RECHERCHE_MIN ? '' : typed);
  const { asked } = search;
  const { data: found, reading: outdated, failed } = answerTo(search, useRecherche(asked));
  const results: Resultat[] = [
    ...actionsFor(text, jour, facturee).map(({ titre, note = '', to }) => ({
      key: `${titre} ${to}`,
      to,
      group: TEXTES.actions,
      titre,
      note,
      enter: true, // screens and actions are never those of an earlier text
    })),
    ...firstOf(found?.clients).map((client) => ({
      key: client.id,
      to: ficheLink(client.id),
      group: TEXTES.clients,
      titre: client.nom,
      note: aboutClient(client),
      lecons: { q: asked, client: client.id },
    })),
    ...firstOf(found?.noms).map((nom) => ({
      key: `nom ${nom.nom}`,
      to: cavalierLink(nom.nom),
      group: TEXTES.noms,
      titre: nom.nom,
      note: aboutNom(nom),
      lecons: { q: nom.nom },
    })),
    ...firstOf(found?.lecons).map((lecon) => ({
      key: lecon.id,
      to: leconLink(lecon),
      group: TEXTES.lecons,
      titre: lecon.noms.join(', '),
      note: aboutLecon(lecon, nomPiste(lecon.type_piste)),
    })),
  ];
  const more = [found?.clients, found?.noms, found?.lecons].some(
    (list) => list !== undefined && list.length > RESULTATS_MAX,
  );
  const sentence =
    typed === '' || failed.length > 0
      ? ''
      : outdated
        ? null
        : results.length === 0
          ? TEXTES.vide(typed)
          : TEXTES.trouves(results.length, more);
  const last = useLast(sentence);
  const wide = useMedia(WIDE);
  const [active, setActive] = useState<string | null>(null);
  const chosen = results.find(({ key }) => key === active);
  const trouve = chosen?.lecons ? { ...chosen.lecons, nom: chosen.titre, to: chosen.to } : null;
  return (
    <div className="mt-3 md:grid md:grid-cols-2 md:gap-6">
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <label htmlFor={id} className="mb-1.5 block font-medium">
          {TEXTES.champ}
        </label>
        <Combobox
          id={id}
          fixed
          reading={outdated}
          listLabel={TEXTES.resultats}
          text={text}
          options={results.map(({ key, group, titre, note, enter }) => ({
            key,
            group,
            ...(enter && { enter }),
            content: (
              <>
                <bdi className="font-medium wrap-anywhere">{titre}</bdi>
                {note && <span className="text-sm wrap-anywhere text-muted">{note}</span>}
              </>
            ),
          }))}
          announcement={typed === '' ? TEXTES.aide : (sentence ?? (last || TEXTES.enCours))}
          maxLength={LONGUEUR_MAX}
          onActive={setActive}
          onText={setText}
          onChoose={(key) => {
            const one = results.find((result) => result.key === key);
            if (!one) return;
            onClose();
            navigate(one.to);
          }}
        />
        {results.length === 0 && <div className={LIST_ROOM} />}
        {failed.length > 0 && (
          <Unreadable queries={failed} className="mt-3">
            {TEXTES.illisible}
          </Unreadable>
        )}
      </form>
      {wide && (
        <section
          aria-label={TEXTES.apercu}
          className="min-w-0 md:border-s md:border-hairline md:ps-6"
        >
          <RechercheLecons trouve={trouve} outdated={outdated} onFollow={onClose} />
        </section>
      )}
    </div>
  );
}

const firstOf = <T,>(list: readonly T[] | undefined): readonly T[] =>
  list?.slice(0, RESULTATS_MAX) ?? [];

const STATUTS: Record<StatutUser, string | null> = {
  actif: null,
  inactif: 'compte inactif',
  en_attente: 'compte en attente',
  refuse: 'compte refusé',
};

function aboutClient({ telephone, email, statut, cavaliers }: ClientRecherche): string {
  return [cavaliers.join(', '), telephone, email, statut === null ? 'sans compte' : STATUTS[statut]]
    .filter(Boolean)
    .join(' · ');
}

function aboutNom({ places, prochaine, derniere }: NomRecherche): string {
  return [
    `${places} ${places > 1 ? 'places' : 'place'}`,
    prochaine === null
      ? `dernière leçon le ${formatJour(derniere, 'complet')}`
      : `prochaine leçon le ${formatJour(prochaine, 'complet')}`,
  ].join(' · ');
}

function aboutLecon(
  { date_reservation, heure_debut, label, statut }: LeconRecherche,
  piste: string,
): string {
  return [
    `${formatJour(date_reservation, 'complet')} à ${formatHeure(heure_debut)}`,
    piste,
    label,
    statut === 'confirmee' ? null : NOMS_STATUT[statut],
  ]
    .filter(Boolean)
    .join(' · ');
}
