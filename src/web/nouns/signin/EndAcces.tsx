// chunk: access
import { Switch } from '#web/ui/forms/Switch.tsx';

/** What else gives access to an account: other sessions, passkeys, calendar addresses. */
export type AccesName = 'sessions' | 'cles' | 'calendriers';

const LABELS: Record<AccesName, string> = {
  sessions: 'Terminer mes autres sessions',
  cles: "Retirer mes clés d'accès",
  calendriers: 'Supprimer mes adresses de calendrier',
};

const TEXTES = {
  titre: 'Avec le nouveau mot de passe',
  aide: 'Gardez seulement ce que vous reconnaissez.',
  clesExigees:
    "Vos clés d'accès restent\u202f: le centre exige une double authentification, et vous n'avez pas d'application. Ajoutez-en une dans votre profil, puis retirez les clés que vous ne reconnaissez pas.",
} as const;

type EndAccesProps = {
  /** The accesses that the account has. */
  names: readonly AccesName[];
  /**
   * The account must have a second factor, and its passkeys are that factor: they stay (ACC-62).
   */
  keepsCles: boolean;
  garder: readonly AccesName[];
  onChange: (garder: AccesName[]) => void;
};

/** What a new password ends: everything, unless it is switched off here (ACC-69). */
export function EndAcces({ names, keepsCles, garder, onChange }: EndAccesProps) {
  const asked = names.filter((name) => name !== 'cles' || !keepsCles);
  if (names.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-1 rounded-field border border-line px-4 py-3">
      <legend className="px-1 font-medium">{TEXTES.titre}</legend>
      {asked.map((name) => (
        <Switch
          key={name}
          name={name}
          label={LABELS[name]}
          checked={!garder.includes(name)}
          onChange={(ends) =>
            onChange(ends ? garder.filter((kept) => kept !== name) : [...garder, name])
          }
        />
      ))}
      {asked.length > 0 && <p className="text-sm text-muted">{TEXTES.aide}</p>}
      {asked.length < names.length && <p className="text-sm">{TEXTES.clesExigees}</p>}
    </fieldset>
  );
}
