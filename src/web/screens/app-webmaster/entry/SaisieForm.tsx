import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { findsRider, PROPOSES_MAX, type Proposition } from '#domain/customers/propositions.ts';
import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import { warningsOf } from '#domain/lessons/doublons.ts';
import { DEJA_COMMENCEE, hoursInWords } from '#domain/slots/creneaux.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { NOM_MAX } from '#domain/people/users.ts';
import { usePropositions } from '#web/nouns/customers/clients.ts';
import type { useAllTypes } from '#web/nouns/types/typesLecons.ts';
import { UNSURE } from '#web/data/surely.ts';
import { apartOf, newClientIn, NOT_SEARCHED } from '#web/nouns/customers/clientOptions.tsx';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Combobox, type Option } from '#web/ui/forms/Combobox.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { answerTo, useTypedSearch } from '#web/ui/hooks/typedSearch.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TEXTES } from './textes.saisie.ts';
import type { Choisi, Cible, Saisie } from './useSaisie.ts';

/** Milliseconds without a key before the server is asked. */
const PAUSE = 150;

type SaisieFormProps = {
  cible: Cible;
  saisie: Saisie;
  types: ReturnType<typeof useAllTypes>;
  /** Answers the sentence of a refusal. */
  onSubmit: () => Promise<string | null>;
  /** Null if the booking form cannot go on with it. */
  onDetails: (() => void) | null;
};

/** One field in focus: Enter chooses who rides, and Enter again stores (DESK-71). */
export function SaisieForm({ cible, saisie, types, onSubmit, onDetails }: SaisieFormProps) {
  const nomPiste = useNomPiste();
  const { draft, type, fin, obstacle } = saisie;
  const field = useRef<HTMLInputElement>(null);
  const who = useChoices(saisie, types.data ?? []);
  const values = { qui: draft.texte, type_lecon: type?.value ?? '' };
  const form = useForm<typeof values>([values, () => {}], {
    check: () => ({
      ...(!draft.choisi && { qui: TEXTES.choisir }),
      ...(draft.choisi && !type && { type_lecon: RESERVATION_REFUS.type_lecon_manquant.message }),
    }),
    send: onSubmit,
  });
  // What was kept is there, and the next key replaces it.
  useLayoutEffect(() => field.current?.select(), []);
  const choose = (one: Choisi) => {
    form.setRefusal(null);
    saisie.choose(one);
  };
  return (
    <form
      {...form.form}
      aria-label={cible.lecon ? TEXTES.titrePlace : TEXTES.titre}
      className="mt-2 flex flex-col gap-4"
      onSubmit={(event) => {
        // The list is closed over a kept text: the first choice is still the one meant.
        const [first] = who.reading ? [] : who.choices;
        if (!draft.choisi && first) {
          event.preventDefault();
          choose(first.choisi);
        } else form.form.onSubmit(event);
      }}
    >
      <p className="text-muted">
        <span className="inline-block first-letter:uppercase">
          {formatJour(cible.jour, 'long')}
        </span>
        , {fin ? hoursInWords({ heure_debut: cible.heure, heure_fin: fin }) : cible.heure},{' '}
        {nomPiste(cible.type_piste)}
      </p>
      <Field label={TEXTES.pour} hint={aboutOf(draft.choisi)} error={form.faults.qui}>
        {(control) => (
          <Combobox
            {...control}
            ref={field}
            name="qui"
            inFlow
            reading={who.reading}
            listLabel={TEXTES.liste}
            text={draft.texte}
            options={who.choices.map(({ key, content }): Option => ({ key, content }))}
            note={who.more && TEXTES.autres}
            announcement={who.reading ? '' : TEXTES.trouves(who.choices.length)}
            maxLength={NOM_MAX}
            onText={(texte) => {
              form.setRefusal(null);
              saisie.setTexte(texte);
            }}
            onChoose={(key) => {
              const one = who.choices.find((choice) => choice.key === key);
              if (one) choose(one.choisi);
            }}
          />
        )}
      </Field>
      {who.failed}
      {!cible.lecon && (
        <Field
          label={TEXTES.type}
          hint={draft.choisi || draft.texte === '' ? saisie.habit : null}
          error={form.faults.type_lecon}
        >
          {(control) => (
            <Select
              {...control}
              name="type_lecon"
              value={type?.value ?? ''}
              onChange={({ target }) => {
                form.setRefusal(null);
                saisie.setType(target.value);
              }}
            >
              {!type && <option value="">{TEXTES.aChoisir}</option>}
              {saisie.offered.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {types.isError && !types.data && (
        <Unreadable queries={[types]}>{RESERVATION_REFUS.type_lecon_manquant.message}</Unreadable>
      )}
      <Notes saisie={saisie} />
      {(obstacle ?? form.refusal) && (
        <Banner key={obstacle ?? form.refusal} kind="error">
          {obstacle ?? form.refusal}
        </Banner>
      )}
      <DialogButtons beside>
        {onDetails && (
          <Button variant="secondary" disabled={form.busy} onClick={onDetails}>
            {TEXTES.details}
          </Button>
        )}
        <Button
          type="submit"
          disabled={obstacle !== null}
          busy={form.busy}
          busyLabel={TEXTES.enCours}
        >
          {cible.lecon ? TEXTES.ajouter : TEXTES.reserver}
        </Button>
      </DialogButtons>
    </form>
  );
}

/** What follows from the place and the person, announced when it changes. */
function Notes({ saisie }: { saisie: Saisie }) {
  const nomPiste = useNomPiste();
  const { begun, verdict, places, aussi, unsure, notice, draft } = saisie;
  return (
    <div role="status" className="flex flex-col gap-1 text-sm font-medium empty:hidden">
      {begun && <p>{DEJA_COMMENCEE}</p>}
      {verdict?.outside && <p className="text-partiel-ink">{TEXTES.horsHeures}</p>}
      {places !== null && places > 0 && <p>{TEXTES.places(places)}</p>}
      {warningsOf(aussi, [draft.texte], nomPiste).map((sentence) => (
        <p key={sentence} className="text-partiel-ink">
          {sentence}
        </p>
      ))}
      {unsure && <p>{UNSURE}</p>}
      {notice && <p>{notice}</p>}
    </div>
  );
}

/** The customer of the chosen person, or how to search. */
const aboutOf = (choisi: Choisi | null): string => {
  if (!choisi) return TEXTES.aide;
  const { client } = choisi;
  if (!('user_id' in client)) return TEXTES.nouveauClient;
  return [TEXTES.client(client.nom), client.email ?? 'sans compte'].join(' · ');
};

type Choice = { key: string; choisi: Choisi; content: ReactNode };

/** The people that the typed text finds. */
function useChoices({ draft }: Saisie, types: readonly TypeLecon[]) {
  const search = useTypedSearch(draft.choisi ? '' : draft.texte, PAUSE);
  const { data, reading, failed } = answerTo(search, usePropositions(search.asked));
  const found = data?.clients ?? [];
  const isFailed = failed.length > 0;
  return {
    // If the search failed, the name may be that of a customer: nobody new is proposed.
    choices: search.typed === '' || isFailed ? [] : choicesOf(found, search.typed, types),
    reading,
    more: found.length > PROPOSES_MAX,
    failed: isFailed && <Unreadable queries={failed}>{NOT_SEARCHED}</Unreadable>,
  };
}

function choicesOf(
  found: readonly Proposition[],
  text: string,
  types: readonly TypeLecon[],
): Choice[] {
  const labelOf = (value: string | null) => types.find((one) => one.value === value)?.label;
  const row = (key: string, choisi: Choisi, about: (string | null | undefined)[]): Choice => ({
    key,
    choisi,
    content: (
      <>
        <bdi className="font-medium wrap-anywhere">{choisi.nom}</bdi>
        <span className="text-sm wrap-anywhere text-muted">
          {about.filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  });
  const nouveau = newClientIn(text, found);
  return [
    ...found.slice(0, PROPOSES_MAX).flatMap((one) => {
      const client = { user_id: one.id, nom: one.nom, email: one.compte ? one.email : null };
      const self = row(one.id, { nom: one.nom, client, type_lecon: one.type_lecon }, [
        apartOf(one),
        labelOf(one.type_lecon),
      ]);
      const riders = one.cavaliers.map(({ nom, type_lecon }) =>
        row(`${one.id} ${nom}`, { nom, client, type_lecon }, [
          TEXTES.client(one.nom),
          labelOf(type_lecon),
        ]),
      );
      const meant = ({ choisi: { nom } }: Choice) => findsRider(text, { client: one.nom, nom });
      // Who is meant comes first; of those, the riders.
      return [...riders, self].toSorted((a, b) => meant(b) - meant(a));
    }),
    ...(nouveau === null
      ? []
      : [
          row('nouveau', { nom: nouveau, client: { nom: nouveau }, type_lecon: null }, [
            TEXTES.nouveauClient,
          ]),
        ]),
  ];
}
