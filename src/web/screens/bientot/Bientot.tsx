import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PATHS, type PathName } from '#web/paths.ts';
import { buttonStyle } from '#web/ui/buttonStyle.ts';
import { Boot } from '#web/ui/drawings/Boot.tsx';

type Annonce = { manque: string; enAttendant?: ReactNode; retour: PathName; retourLabel: string };

const VERS_LOGIN = { retour: 'login', retourLabel: 'Retour à la connexion' } as const;
const VERS_RESERVATION = { retour: 'reservation', retourLabel: 'Réserver une leçon' } as const;

/** What is not there yet, page by page, and what one can do meanwhile. */
const ANNONCES: Partial<Record<PathName, Annonce>> = {
  forgotPassword: {
    manque: "Le changement de mot de passe en ligne n'est pas encore ouvert.",
    enAttendant: 'Si vous avez oublié le vôtre, adressez-vous au centre : un administrateur vous aidera à retrouver votre accès.',
    ...VERS_LOGIN,
  },
  resetPassword: {
    manque: "Le changement de mot de passe en ligne n'est pas encore ouvert.",
    enAttendant: 'Pour un nouveau mot de passe, adressez-vous au centre.',
    ...VERS_LOGIN,
  },
  monprofil: {
    manque: "Vous ne pouvez pas encore modifier votre profil ici.",
    enAttendant: 'Pour corriger votre nom, votre téléphone ou votre adresse, adressez-vous au centre.',
    ...VERS_RESERVATION,
  },
  webmaster: { manque: "Le planning de la semaine et la vue du jour n'y sont pas encore.", ...VERS_RESERVATION },
  utilisateurs: { manque: "L'approbation des demandes et la liste des comptes n'y sont pas encore.", ...VERS_RESERVATION },
  statistiques: { manque: "Le détail par cavalier et les totaux n'y sont pas encore.", ...VERS_RESERVATION },
  prix: { manque: "Les tarifs des leçons ne se règlent pas encore ici.", ...VERS_RESERVATION },
  webmastersettings: { manque: "Les types de leçon, les horaires et les administrateurs ne se règlent pas encore ici.", ...VERS_RESERVATION },
  previewemail: { manque: "L'aperçu des emails d'approbation et de refus n'y est pas encore.", ...VERS_RESERVATION },
};

/** A page that is announced and not built yet: it says so, and leads back to what is. */
export function Bientot({ name }: { name: PathName }) {
  const annonce = ANNONCES[name];
  if (!annonce) return null;
  return (
    <div className="grid flex-1 place-items-center px-4 py-10">
      <div className="flex w-full max-w-lg flex-col items-center gap-4 rounded-card border border-hairline bg-card px-6 py-10 text-center shadow-card sm:px-10">
        <Boot className="w-32" />
        <p className="rounded-full bg-cognac-soft px-3 py-1 text-sm font-semibold text-cognac-dark">Bientôt disponible</p>
        <h1>{PATHS[name].titre}</h1>
        <p>{annonce.manque}</p>
        {annonce.enAttendant && <p className="text-muted">{annonce.enAttendant}</p>}
        <Link to={PATHS[annonce.retour].path} className={buttonStyle('secondary', 'mt-2')}>{annonce.retourLabel}</Link>
      </div>
    </div>
  );
}
