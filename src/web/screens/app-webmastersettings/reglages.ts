/** What the settings' form holds, and how it becomes settings again (SET-02 to SET-07). */
import { type CodeRefus, REFUS } from '#domain/errors.ts';
import { type Parametres, type StoredParametres, refuseParametres } from '#domain/parametres.ts';

/** Numbers are held as text: an empty field is not 0. */
const NOMBRES = ['lessonDuration', 'breakBetweenLessons', 'maxBookingsPerDay', 'advanceBookingDays'] as const;
export type ChampNombre = (typeof NOMBRES)[number];
export type Saisie = Omit<Parametres, ChampNombre> & Record<ChampNombre, string>;
export type ChampReglage = keyof Saisie;
export type FautesReglages = Partial<Record<ChampReglage, string>>;
/** The fields that are on or off. */
export type Interrupteur = { [K in ChampReglage]: Saisie[K] extends boolean ? K : never }[ChampReglage];

export function saisieOf({ version: _, ...parametres }: StoredParametres): Saisie {
  const { lessonDuration, breakBetweenLessons, maxBookingsPerDay, advanceBookingDays } = parametres;
  return {
    ...parametres,
    lessonDuration: String(lessonDuration),
    breakBetweenLessons: String(breakBetweenLessons),
    maxBookingsPerDay: String(maxBookingsPerDay),
    advanceBookingDays: String(advanceBookingDays),
  };
}

export function parametresOf(saisie: Saisie): Parametres {
  return {
    ...saisie,
    adminEmail: saisie.adminEmail.trim(),
    contactTelephone: saisie.contactTelephone.trim(),
    contactEmail: saisie.contactEmail.trim(),
    lessonDuration: nombreOf(saisie.lessonDuration),
    breakBetweenLessons: nombreOf(saisie.breakBetweenLessons),
    maxBookingsPerDay: nombreOf(saisie.maxBookingsPerDay),
    advanceBookingDays: nombreOf(saisie.advanceBookingDays),
  };
}

const nombreOf = (texte: string): number => (texte.trim() === '' ? Number.NaN : Number(texte));

/** The field that shows each refusal, in the order on screen, with a value that would not be refused. */
const PLACES: readonly { code: CodeRefus; champ: ChampReglage; juste: Partial<Parametres> }[] = [
  { code: 'email_admin_invalide', champ: 'adminEmail', juste: { adminEmail: '' } },
  { code: 'horaires_invalides', champ: 'closingTime', juste: { openingTime: '08:00', closingTime: '20:00' } },
  { code: 'duree_lecon_invalide', champ: 'lessonDuration', juste: { lessonDuration: 60 } },
  { code: 'pause_invalide', champ: 'breakBetweenLessons', juste: { breakBetweenLessons: 0 } },
  { code: 'quota_invalide', champ: 'maxBookingsPerDay', juste: { maxBookingsPerDay: 1 } },
  { code: 'delai_invalide', champ: 'advanceBookingDays', juste: { advanceBookingDays: 1 } },
  { code: 'contact_telephone_invalide', champ: 'contactTelephone', juste: { contactTelephone: '' } },
  { code: 'contact_email_invalide', champ: 'contactEmail', juste: { contactEmail: '' } },
];

export const CHAMPS_REGLAGES: readonly ChampReglage[] = PLACES.map(({ champ }) => champ);

export const champDuRefus = (code: string | null): ChampReglage | null => PLACES.find((place) => place.code === code)?.champ ?? null;

/** All faults at once: the domain names the first fault, then the next one once that one is replaced. */
export function fautesOf(parametres: Parametres): FautesReglages {
  const code = refuseParametres(parametres);
  const place = PLACES.find((one) => one.code === code);
  if (!code || !place) return {};
  return { [place.champ]: REFUS[code].message, ...fautesOf({ ...parametres, ...place.juste }) };
}
