/** The centre's name, town and hours for the public pages, without React Query. */
import { useEffect, useState } from 'react';
import type { Centre } from '#contract/parametres.ts';
import { formatHeure } from '#domain/calendrier.ts';
import { fetchApi } from './http.ts';

export type CentreInfo = Pick<Centre, 'nom' | 'ville' | 'contact'> & { horaires: { ouverture: string; fermeture: string } };

const written = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** Name and town from the meta tags that the server writes into the page (`server/http/static.ts`), for the first paint (UI-01). */
export const CENTRE = { nom: written('application-name'), ville: written('geo.placename') };

/** Used until the server has answered. */
export const DEFAULT_INFO: CentreInfo = { ...CENTRE, contact: { telephone: null, email: null }, horaires: { ouverture: '8h00', fermeture: '20h00' } };

let connu: CentreInfo | null = null;
/** The running request, shared by all callers. */
let lecture: Promise<CentreInfo> | null = null;

export function centreInfoOf({ nom, ville, contact, regles }: Centre): CentreInfo {
  return {
    nom,
    ville,
    contact,
    horaires: { ouverture: formatHeure(regles.openingTime), fermeture: formatHeure(regles.closingTime) },
  };
}

async function fetchAffiche(): Promise<CentreInfo> {
  const response = await fetchApi('/api/centre');
  if (!response.ok) throw new Error(`centre: ${response.status}`);
  return centreInfoOf(await response.json() as Centre);
}

function readAffiche(): Promise<CentreInfo> {
  lecture ??= fetchAffiche().finally(() => { lecture = null; });
  return lecture;
}

export function useCentreInfo(): CentreInfo {
  const [affiche, setAffiche] = useState(connu ?? DEFAULT_INFO);
  useEffect(() => {
    let gone = false;
    const read = async () => {
      connu = await readAffiche();
      if (!gone) setAffiche(connu);
    };
    read().catch(() => {});
    return () => {
      gone = true;
    };
  }, []);
  return affiche;
}
