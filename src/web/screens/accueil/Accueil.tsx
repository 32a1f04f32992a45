// chunk: public
import {
  CalendarClock,
  CalendarSync,
  Clock,
  type LucideIcon,
  Mail,
  MailCheck,
  MapPin,
  Phone,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { Contact } from '#domain/people/contact.ts';
import { displayName } from '#domain/people/users.ts';
import { useCentreInfo } from '#web/data/centre.ts';
import { useSession } from '#web/data/session.ts';
import { Email, Telephone } from '#web/nouns/people/Contact.tsx';
import { homeOf, PATHS } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { Arena } from '#web/ui/drawings/Arena.tsx';

/** What the product does, in three cards. */
/** `texte`: null if it depends on the settings. */
const FEATURES: readonly { Icon: LucideIcon; titre: string; texte: string | null }[] = [
  {
    Icon: CalendarClock,
    titre: 'Réservation simple, 24h/24 et 7j/7',
    texte: 'Choisissez votre leçon, votre piste et votre heure en ligne, de jour comme de nuit.',
  },
  {
    Icon: CalendarSync,
    titre: 'Planning en temps réel',
    texte:
      "Les créneaux libres se mettent à jour sous vos yeux\u202f: une heure prise ailleurs n'est plus proposée ici.",
  },
  {
    Icon: MailCheck,
    titre: 'Confirmation immédiate par email',
    texte: null,
  },
];

/**
 * The landing page: one page for visitors and for people who are signed in (ACC-02). `espace`: what
 * the latter see below their greeting (UI-100, UI-101).
 */
export function Accueil({ espace }: { espace: ReactNode }) {
  const { user } = useSession();
  const { nom, ville, ouverture, contact, pistesEnMots, confirmation, mentions } = useCentreInfo();
  return (
    <>
      {user ? (
        // As high as the window: what follows is not moved in view when its content arrives.
        <section className="mx-auto min-h-dvh w-full max-w-6xl px-edge pb-6 md:px-8">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <h1 className="min-w-0 text-2xl leading-8 wrap-anywhere sm:text-3xl sm:leading-10">
              Bonjour <bdi>{displayName(user)}</bdi>
            </h1>
            <Link to={homeOf(user.role)} className={buttonStyle('primary')}>
              Accéder à mon espace
            </Link>
          </div>
          <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
            {espace}
          </div>
        </section>
      ) : (
        <section className="mx-auto grid w-full max-w-6xl grid-cols-1 items-center gap-8 px-4 py-6 md:px-8 lg:grid-cols-2 lg:gap-12 lg:py-10">
          <div className="flex flex-col items-start gap-5">
            <h1 className="text-4xl leading-[1.12] sm:text-5xl sm:leading-[1.1]">
              Votre prochaine leçon, réservée en quelques gestes.
            </h1>
            <p className="max-w-md text-lg text-muted">
              Réservez {pistesEnMots.accueil} du centre équestre <bdi>{nom}</bdi>, à{' '}
              <bdi>{ville}</bdi>.
            </p>
            <Link to={PATHS.login.path} className={buttonStyle('primary', '', 'large')}>
              Se connecter / S'inscrire
            </Link>
          </div>
          <div className="overflow-hidden rounded-picture border border-hairline shadow-card">
            <Arena view="landscape" className="aspect-[16/11] w-full" />
          </div>
        </section>
      )}

      <section aria-labelledby="atouts" className="mx-auto w-full max-w-6xl px-4 py-6 md:px-8">
        <h2 id="atouts" className="sr-only">
          Réserver en ligne
        </h2>
        <ul className="grid gap-4 md:grid-cols-3">
          {FEATURES.map(({ Icon, titre, texte: text }) => (
            <li
              key={titre}
              className="flex min-w-0 flex-col gap-3 rounded-card border border-hairline bg-card p-6 shadow-card"
            >
              <span className="grid size-11 place-items-center rounded-field bg-cognac-soft text-cognac">
                <Icon aria-hidden className="size-6" />
              </span>
              <h3 className="text-lg leading-6">{titre}</h3>
              <p className="text-muted">{text ?? confirmation}</p>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="contact" className="on-fir mt-auto bg-fir text-white">
        <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-10 md:flex-row md:flex-wrap md:items-center md:gap-x-10 md:px-8 lg:flex-nowrap">
          <div className="md:grow md:basis-full lg:basis-0">
            <h2 id="contact">Nous trouver</h2>
            <p className="mt-1 text-white/85">
              Une question, une première leçon&#x202f;? {invitationOf(contact)}
            </p>
          </div>
          <p className="flex items-start gap-3">
            <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-gold" />
            <span>
              <bdi className="block font-semibold">{nom}</bdi>
              <bdi>{ville}</bdi>, Belgique
            </span>
          </p>
          <p className="flex items-start gap-3">
            <Clock aria-hidden className="mt-0.5 size-5 shrink-0 text-gold" />
            <span className="max-w-72">
              <span className="block font-semibold">{ouverture.titre}</span>
              {ouverture.heures}
            </span>
          </p>
          {(contact.telephone !== null || contact.email !== null) && <Reach contact={contact} />}
          <p className="md:basis-full lg:basis-auto">
            <Link to={PATHS.confidentialite.path} className={LINK}>
              {PATHS.confidentialite.titre}
            </Link>
          </p>
        </div>
        {mentions && (
          <p className="mx-auto -mt-4 w-full max-w-6xl px-4 pb-8 text-sm text-white/85 md:px-8">
            <bdi>
              {[`${mentions.nom} ${mentions.forme}`, mentions.adresse, mentions.numero]
                .map((text) => text.trim().replaceAll(/\s*\n\s*/g, ', '))
                .filter(Boolean)
                .join(' · ')}
            </bdi>
          </p>
        )}
      </section>
    </>
  );
}

/** Invites people to ask a question through the contact that the centre has given. */
function invitationOf({ telephone, email }: Contact): string {
  if (telephone !== null) return 'Appelez-nous, ou passez nous voir.';
  return email === null ? 'Passez nous voir.' : 'Écrivez-nous, ou passez nous voir.';
}

const LINK =
  'inline-flex min-h-11 items-center rounded-field font-semibold text-white underline underline-offset-4 hover:decoration-2';

function Reach({ contact: { telephone, email } }: { contact: Contact }) {
  return (
    <ul className="-my-2.5">
      {telephone !== null && (
        <li className="flex items-center gap-3">
          <Phone aria-hidden className="size-5 shrink-0 text-gold" />
          <Telephone number={telephone} className={LINK} />
        </li>
      )}
      {email !== null && (
        <li className="flex items-center gap-3">
          <Mail aria-hidden className="size-5 shrink-0 text-gold" />
          <Email email={email} className={LINK} />
        </li>
      )}
    </ul>
  );
}
