/**
 * The data about the centre that is public before a sign-in (name, town, contact, hours), without
 * React Query. Signed-in screens use `useCentre` in `queries.ts` instead: it follows changes live
 * and includes the rules in force.
 */
import { useEffect, useState } from 'react';
import type { Centre } from '#contract/parametres.ts';
import { formatHeure } from '#domain/core/calendrier.ts';
import { confirmationInWords } from '#domain/settings/envois.ts';
import type { Ouverture } from '#domain/slots/ouverture.ts';
import { fetchApi } from './http.ts';

export type CentreInfo = Omit<Centre, 'regles' | 'envois' | 'ouverture' | keyof Periodes> & {
  ouverture: Ouverture;
  /** How many months the journal and the backups are kept, and how long lessons keep names. */
  periodes: Periodes;
  /** The card about confirmations, and whether emails are sent at all. */
  confirmation: string;
  sendsLinks: boolean;
};

export type Periodes = Pick<Centre, 'journalMois' | 'sauvegardesMois' | 'conservationLecons'>;

const NO_ENVOIS = { confirmation: false, rappel: false };

export function centreInfoOf({
  regles: { openingTime, closingTime },
  envois,
  ouverture,
  journalMois,
  sauvegardesMois,
  conservationLecons,
  ...shown
}: Centre): CentreInfo {
  return {
    ...shown,
    // A server instance of the previous version sends one period, the same for every day.
    ouverture: ouverture ?? {
      titre: 'Ouvert tous les jours',
      heures: `de ${formatHeure(openingTime)} à ${formatHeure(closingTime)}`,
      tousLesJours: true,
    },
    periodes: { journalMois, sauvegardesMois, conservationLecons },
    confirmation: confirmationInWords(envois ?? NO_ENVOIS),
    sendsLinks: envois?.lien ?? false,
  };
}

/**
 * The centre as the server wrote it into the page (`server/http/pages.ts`): used for the first
 * paint, and until the server has answered (UI-65).
 */
export const CENTRE = centreInfoOf(
  JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=centre]')?.content ?? '') as Centre,
);

/** Whether the server allows reading without a network (UI-59). */
export const mayWorkOffline = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name=offline]')?.content === '1';

let known: CentreInfo | null = null;
/** The running request, shared by all callers. */
let reading: Promise<CentreInfo> | null = null;

async function fetchInfo(): Promise<CentreInfo> {
  const response = await fetchApi('/api/centre');
  if (!response.ok) throw new Error(`centre: ${response.status}`);
  return centreInfoOf((await response.json()) as Centre);
}

function readInfo(): Promise<CentreInfo> {
  reading ??= fetchInfo().finally(() => {
    reading = null;
  });
  return reading;
}

export function useCentreInfo(): CentreInfo {
  const [info, setInfo] = useState(known ?? CENTRE);
  useEffect(() => {
    let gone = false;
    const read = async () => {
      known = await readInfo();
      if (!gone) setInfo(known);
    };
    read().catch(() => {});
    return () => {
      gone = true;
    };
  }, []);
  return info;
}
