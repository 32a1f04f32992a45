import { type Ref, useId, useLayoutEffect, useRef, useState } from 'react';
import { dePersonne } from '#domain/core/elision.ts';
import {
  clientAt,
  priceText,
  type PrixSaisi,
  tarifAt,
} from '#domain/lessons/places_modification.ts';
import { MOTIFS_PRIX, type MotifPrix, tarifInWords } from '#domain/prices.ts';
import { TEXTES_PLACE } from '#web/nouns/customers/SearchClient.tsx';
import { FieldError } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { ChooseClient } from './EditReservationClient.tsx';
import { PresenceOf } from '../withdraw/Presence.tsx';
import { TEXTES } from '../shared/textes.modification.ts';
import type { OpenModification } from './useModification.ts';

type PlaceProps = {
  modification: OpenModification;
  index: number;
  /** The participant, in the name of the button. */
  who: string;
  /** The id of the line, which describes the field of the name. */
  id: string;
};

/**
 * The line below a name: whose seat it is (RIDE-19), its price, and buttons that open and close the
 * fields for another account (RIDE-03) and another price (PRICE-22). It has its height before the
 * seats are read, so that nothing moves.
 */
export function Place({ modification, index, who, id }: PlaceProps) {
  const {
    draft: { brouillon, original },
    status: { gone },
    prix,
    edit,
  } = modification;
  const tarif = prix.others ? undefined : tarifAt(brouillon, original, index);
  const saisi = tarif && brouillon.prix[tarif.place];
  const [choosing, setChoosing] = useState(false);
  const account = useRef<HTMLButtonElement>(null);
  const compte = clientAt(brouillon, original, index);
  const reglee = original.reglees?.includes(brouillon.places?.[index] ?? '') ?? false;
  // One account that has all seats is named by the dialog's title.
  const shown =
    tarif === undefined && !prix.others
      ? ''
      : compte
        ? original.participants || brouillon.comptes[index]
          ? `${TEXTES_PLACE.place} ${dePersonne(compte.nom)}`
          : ''
        : reglee
          ? TEXTES.reglee
          : TEXTES.sansCompte;
  const field = useRef<HTMLInputElement>(null);
  const opened = useRef(false);
  useLayoutEffect(() => {
    if (opened.current) field.current?.focus();
    opened.current = false;
  }, [saisi]);
  const price = prix.others
    ? TEXTES.prix.autreType
    : tarif === undefined
      ? ''
      : tarif === null
        ? TEXTES.prix.nouveau
        : tarif.centimes === null
          ? TEXTES.prix.sans
          : `${TEXTES.prix.prix}${tarifInWords(tarif.centimes)}`;
  return (
    <>
      <div className="-mt-1 flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 ps-9 text-sm text-muted">
        <p id={id} className="min-w-0 flex-1 basis-24">
          {shown && <span className="block wrap-anywhere">{shown} </span>}
          <span>{price}</span>
        </p>
        {!gone && (
          <span className="flex min-w-24 shrink-0 justify-end empty:hidden">
            <PresenceOf reservation={original} place={brouillon.places?.[index]} nom={who} />
          </span>
        )}
      </div>
      <div className="-mt-4 -mb-2 flex w-full flex-wrap items-center gap-x-3 ps-9 text-sm text-muted empty:hidden">
        {tarif && !gone && (
          <button
            type="button"
            className="min-h-11 text-start underline decoration-1 underline-offset-4 hover:text-ink"
            onClick={() => {
              opened.current = !saisi;
              edit.setPrix(
                tarif.place,
                saisi ? null : { texte: priceText(tarif.centimes), motif: null },
              );
            }}
          >
            {saisi ? TEXTES.prix.garder : TEXTES.prix.changer}
            <span className="sr-only"> {dePersonne(who)}</span>
          </button>
        )}
        {brouillon.places && !gone && !reglee && (
          <button
            ref={account}
            type="button"
            aria-expanded={choosing}
            className="min-h-11 text-start underline decoration-1 underline-offset-4 hover:text-ink"
            onClick={() => setChoosing(!choosing)}
          >
            {choosing ? TEXTES_PLACE.garder : compte ? TEXTES_PLACE.changer : TEXTES.compte.choisir}
            <span className="sr-only"> {dePersonne(who)}</span>
          </button>
        )}
      </div>
      {choosing && !gone && (
        <ChooseClient
          compte={compte}
          who={who}
          onChoose={(chosen) => edit.setClient(index, chosen)}
          onClose={() => {
            setChoosing(false);
            account.current?.focus();
          }}
        />
      )}
      {tarif && saisi && (
        <Saisie
          ref={field}
          saisi={saisi}
          who={who}
          faults={prix.faults[tarif.place] ?? {}}
          readOnly={gone}
          onChange={(next) => edit.setPrix(tarif.place, next)}
        />
      )}
    </>
  );
}

type SaisieProps = {
  ref: Ref<HTMLInputElement>;
  saisi: PrixSaisi;
  who: string;
  faults: { prix?: string; motif?: string };
  readOnly: boolean;
  onChange: (saisi: PrixSaisi) => void;
};

/** The fields of another price and its reason, side by side if there is room. */
function Saisie({ ref, saisi, who, faults, readOnly, onChange }: SaisieProps) {
  const id = useId();
  const wrong = (part: 'prix' | 'motif') =>
    faults[part] && ({ 'aria-invalid': true, 'aria-describedby': `${id}-${part}-faute` } as const);
  return (
    <div
      data-fault={faults.prix || faults.motif ? '' : undefined}
      className="flex w-full flex-wrap items-end gap-x-2 gap-y-1.5 pb-1 @lg:ps-9"
    >
      <div className="flex w-24 max-w-full flex-col gap-1">
        <label htmlFor={`${id}-prix`} className="text-sm font-medium">
          {TEXTES.prix.nouveauPrix}
          <span className="sr-only"> {dePersonne(who)}, en euros</span>
        </label>
        <div className="relative">
          <Input
            {...wrong('prix')}
            ref={ref}
            id={`${id}-prix`}
            type="text"
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            value={saisi.texte}
            readOnly={readOnly}
            onChange={({ target }) => onChange({ ...saisi, texte: target.value })}
            onFocus={({ target }) => target.select()}
            className="pr-7 text-right"
          />
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-muted"
          >
            €
          </span>
        </div>
      </div>
      <div className="flex min-w-[min(9rem,100%)] flex-1 flex-col gap-1">
        <label htmlFor={`${id}-motif`} className="text-sm font-medium">
          {TEXTES.prix.raison}
          <span className="sr-only"> du prix {dePersonne(who)}</span>
        </label>
        <Select
          {...wrong('motif')}
          id={`${id}-motif`}
          value={saisi.motif ?? ''}
          disabled={readOnly}
          onChange={({ target }) => onChange({ ...saisi, motif: target.value as MotifPrix })}
        >
          <option value="" disabled hidden>
            {TEXTES.prix.choisir}
          </option>
          {Object.entries(MOTIFS_PRIX).map(([motif, label]) => (
            <option key={motif} value={motif}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      {(['prix', 'motif'] as const).map(
        (part) =>
          faults[part] && (
            <FieldError key={part} id={`${id}-${part}-faute`} className="w-full">
              {faults[part]}
            </FieldError>
          ),
      )}
    </div>
  );
}
