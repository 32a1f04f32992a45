import { TITRES_ONGLETS } from '#web/paths/onglets.ts';
import type { Onglet } from '#web/paths/paths.ts';
import type { PageComponent } from '#web/ui/basics/jsxRuntime.ts';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { Administrators } from './Administrators.tsx';
import { CentreContact } from './CentreContact.tsx';
import { Controles } from './system/Controles.tsx';
import { Horaires } from './hours/Horaires.tsx';
import { JoursEtSaisons } from './hours/JoursEtSaisons.tsx';
import { LeconRetention } from './LeconRetention.tsx';
import { Notifications } from './Notifications.tsx';
import { CompteBancaire, Facturation, Mentions } from './Facturation.tsx';
import type { FormValues } from './shared/ParametresFields.tsx';
import type { FieldName } from './shared/parametresDraft.ts';
import { Pistes } from './arenas/Pistes.tsx';
import { Regles } from './Regles.tsx';
import { Retention } from './system/Retention.tsx';
import { RiderRights } from './RiderRights.tsx';
import { Sauvegardes } from './system/Sauvegardes.tsx';
import { Security } from './system/Security.tsx';
import { SystemInfo } from './system/SystemInfo.tsx';
import { TypesLecons } from './types/TypesLecons.tsx';

type Tab = {
  nom: Onglet;
  titre: string;
  /** Sections whose changes are stored immediately. */
  directes: readonly PageComponent<{ say: ReturnType<typeof useBanner>[1] }>[];
  /** The same, below the form. */
  ensuite?: readonly PageComponent<{ say: ReturnType<typeof useBanner>[1] }>[];
  /** The sections of the tab's form, above its save button. */
  reglages: readonly PageComponent<{ form: FormValues }>[];
};

/** The tabs of the settings with their sections, in the order on screen (SET-01). */
export const ONGLETS: readonly [Tab, ...Tab[]] = [
  {
    nom: 'pistes',
    titre: TITRES_ONGLETS.pistes.titre,
    directes: [Pistes],
    reglages: [Horaires],
    ensuite: [JoursEtSaisons],
  },
  { nom: 'types', titre: TITRES_ONGLETS.types.titre, directes: [TypesLecons], reglages: [] },
  {
    nom: 'cavaliers',
    titre: TITRES_ONGLETS.cavaliers.titre,
    directes: [],
    reglages: [Regles, RiderRights],
  },
  {
    nom: 'facturation',
    titre: TITRES_ONGLETS.facturation.titre,
    directes: [],
    reglages: [Facturation, CompteBancaire, Mentions],
  },
  {
    nom: 'emails',
    titre: TITRES_ONGLETS.emails.titre,
    directes: [],
    reglages: [Notifications, CentreContact],
  },
  {
    nom: 'securite',
    titre: TITRES_ONGLETS.securite.titre,
    directes: [Administrators],
    reglages: [Security, LeconRetention],
  },
  {
    nom: 'service',
    titre: TITRES_ONGLETS.service.titre,
    directes: [Controles, SystemInfo, Sauvegardes],
    reglages: [Retention],
  },
];

/** The tab that shows and saves each setting, in the order on screen. */
const PLACES: Record<FieldName, Onglet> = {
  openingTime: 'pistes',
  closingTime: 'pistes',
  lessonDuration: 'pistes',
  breakBetweenLessons: 'pistes',
  breakBetweenLessonsApplied: 'pistes',
  maxBookingsPerDay: 'cavaliers',
  maxBookingsPerDayApplied: 'cavaliers',
  advanceBookingDays: 'cavaliers',
  advanceBookingDaysApplied: 'cavaliers',
  maxOpenBookings: 'cavaliers',
  maxOpenBookingsApplied: 'cavaliers',
  riderCancellation: 'cavaliers',
  riderChanges: 'cavaliers',
  cancellationHours: 'cavaliers',
  graceMinutes: 'cavaliers',
  riderGrace: 'cavaliers',
  lateCharge: 'cavaliers',
  showPrices: 'cavaliers',
  absencesBilled: 'cavaliers',
  slotAlerts: 'cavaliers',
  calendarFeeds: 'cavaliers',
  billing: 'facturation',
  billingSince: 'facturation',
  billingHolder: 'facturation',
  billingIban: 'facturation',
  centreName: 'facturation',
  centreForm: 'facturation',
  centreAddress: 'facturation',
  centreNumber: 'facturation',
  emailNotifications: 'emails',
  adminEmail: 'emails',
  sendConfirmation: 'emails',
  sendReminders: 'emails',
  sendCancellation: 'emails',
  sendModification: 'emails',
  contactTelephone: 'emails',
  contactEmail: 'emails',
  secondFacteurAdmins: 'securite',
  journalMois: 'securite',
  lessonRetention: 'securite',
  lessonMonths: 'securite',
  cancelledDays: 'securite',
  sauvegardesJours: 'service',
  sauvegardesSemaines: 'service',
  sauvegardesMois: 'service',
};

/** The settings of a tab, in the order on screen. */
export const fieldsOf = (onglet: Onglet): readonly FieldName[] =>
  (Object.keys(PLACES) as FieldName[]).filter((field) => PLACES[field] === onglet);
