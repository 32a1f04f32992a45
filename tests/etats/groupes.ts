import { CAVALIER } from './cavalier.ts';
import { CENTRE } from './centre.ts';
import { CLIENTS_SANS_COMPTE } from './clients.ts';
import { COMPTES } from './comptes.ts';
import { GESTES_DU_PLANNING } from './gestes.ts';
import { AVERTISSEMENTS } from './avertissements.ts';
import { COQUILLE } from './coquille.ts';
import { COURRIELS } from './courriels.ts';
import { FACTURATION } from './facturation.ts';
import { PARAMETRES } from './parametres.ts';
import { PLANNING } from './planning.ts';
import { PRIX, PRIX_REFUS } from './prix.ts';
import { PROFIL, PROFIL_REFUS } from './profil.ts';
import { RESERVATION, RESERVATION_CAVALIER } from './reservation.ts';
import { STATISTIQUES, STATISTIQUES_REFUS } from './statistiques.ts';
import { UTILISATEURS, UTILISATEURS_SUITES } from './utilisateurs.ts';
import {
  PAGES_ADMINISTRATEUR,
  PARTIES_ADMINISTRATEUR,
  PAGES_CAVALIER,
  PAGES_ILLISIBLES,
  PAGES_VIDES,
  PAGES_VISITEUR,
} from './pages.ts';
import { REGISTRES } from './registres.ts';
import { IMPORTS } from './imports.ts';
import { RECHERCHE } from './recherche.ts';
import { REGLAGES } from './reglages.ts';
import { RESERVATION_POUR, RESERVATION_SUITES } from './reservation_suites.ts';
import { SAISIE } from './saisie.ts';
import { SERIES } from './series.ts';
import { VISITEUR } from './visiteur.ts';
import type { Groupe } from './etat.ts';

/** Long ones first: two run at once. */
export const GROUPES: readonly Groupe[] = [
  PAGES_ADMINISTRATEUR,
  PARTIES_ADMINISTRATEUR,
  PAGES_VIDES,
  PAGES_ILLISIBLES,
  PAGES_CAVALIER,
  PAGES_VISITEUR,
  CAVALIER,
  CLIENTS_SANS_COMPTE,
  COMPTES,
  GESTES_DU_PLANNING,
  CENTRE,
  SAISIE,
  RESERVATION_SUITES,
  SERIES,
  REGLAGES,
  COQUILLE,
  PLANNING,
  PARAMETRES,
  STATISTIQUES,
  PRIX,
  FACTURATION,
  UTILISATEURS,
  COURRIELS,
  RESERVATION,
  RESERVATION_CAVALIER,
  PROFIL,
  VISITEUR,
  IMPORTS,
  RECHERCHE,
  PRIX_REFUS,
  UTILISATEURS_SUITES,
  PROFIL_REFUS,
  STATISTIQUES_REFUS,
  RESERVATION_POUR,
  REGISTRES,
  AVERTISSEMENTS,
];
