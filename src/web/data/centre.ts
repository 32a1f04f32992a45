/** The centre's name, town and hours for the public pages, without React Query. */
import { useEffect, useState } from 'react';
import type { Centre } from '#contract/parametres.ts';
import { formatHeure } from '#domain/calendrier.ts';
import { fetchApi } from './http.ts';

export type CentreInfo = Pick<Centre, 'nom' | 'ville' | 'contact'> & {
  horaires: { ouverture: string; fermeture: string };
  /** For how many months the journal is kept; null until it was read. */
  journalMois: number | null;
};

const written = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** Name and town from the meta tags that the server writes into the page (`server/http/static.ts`), for the first paint (UI-01). */
export const CENTRE = { nom: written('application-name'), ville: written('geo.placename') };

/** Used until the server has answered. */
export const DEFAULT_INFO: CentreInfo = { ...CENTRE, contact: { telephone: null, email: null }, horaires: { ouverture: '8h00', fermeture: '20h00' }, journalMois: null };

let known: CentreInfo | null = null;
/** The running request, shared by all callers. */
let reading: Promise<CentreInfo> | null = null;

export function centreInfoOf({ nom, ville, contact, regles, journalMois }: Centre): CentreInfo {
  return {
    nom,
    ville,
    contact,
    horaires: { ouverture: formatHeure(regles.openingTime), fermeture: formatHeure(regles.closingTime) },
    journalMois,
  };
}

async function fetchInfo(): Promise<CentreInfo> {
  const response = await fetchApi('/api/centre');
  if (!response.ok) throw new Error(`centre: ${response.status}`);
  return centreInfoOf(await response.json() as Centre);
}

function readInfo(): Promise<CentreInfo> {
  reading ??= fetchInfo().finally(() => { reading = null; });
  return reading;
}

export function useCentreInfo(): CentreInfo {
  const [info, setInfo] = useState(known ?? DEFAULT_INFO);
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
