/** The centre's name, town and hours for the public pages, without React Query. */
import { useEffect, useState } from 'react';
import type { Centre } from '#contract/parametres.ts';
import { formatHeure } from '#domain/calendrier.ts';
import { fetchApi } from './http.ts';

export type Affiche = Pick<Centre, 'nom' | 'ville' | 'contact'> & { horaires: { ouverture: string; fermeture: string } };

const written = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** Name and town from the meta tags that the server writes into the page (`server/http/static.ts`), for the first paint (UI-01). */
export const CENTRE = { nom: written('application-name'), ville: written('geo.placename') };

/** Used until the server has answered. */
export const PAR_DEFAUT: Affiche = { ...CENTRE, contact: { telephone: null, email: null }, horaires: { ouverture: '8h00', fermeture: '20h00' } };

let connu: Affiche | null = null;
/** The running request, shared by all callers. */
let lecture: Promise<Affiche> | null = null;

export function afficheOf({ nom, ville, contact, regles }: Centre): Affiche {
  return {
    nom,
    ville,
    contact,
    horaires: { ouverture: formatHeure(regles.openingTime), fermeture: formatHeure(regles.closingTime) },
  };
}

async function fetchAffiche(): Promise<Affiche> {
  const response = await fetchApi('/api/centre');
  if (!response.ok) throw new Error(`centre: ${response.status}`);
  return afficheOf(await response.json() as Centre);
}

function readAffiche(): Promise<Affiche> {
  lecture ??= fetchAffiche().finally(() => { lecture = null; });
  return lecture;
}

export function useAffiche(): Affiche {
  const [affiche, setAffiche] = useState(connu ?? PAR_DEFAUT);
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
