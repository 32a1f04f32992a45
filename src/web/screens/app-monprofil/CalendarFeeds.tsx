import { CalendarPlus, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Flux } from '#contract/flux.ts';
import { formatInstant } from '#domain/core/calendrier.ts';
import type { SorteDeFlux } from '#domain/feeds.ts';
import { isAdmin, type User } from '#domain/people/users.ts';
import { UNSURE } from '#web/data/surely.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useCentre } from '#web/data/queries.ts';
import { useDrawFlux, useFlux, useRemoveFlux } from '#web/nouns/feeds.ts';
import { usePistes, useNomPiste } from '#web/nouns/slots/pistes.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { ShownBanner } from '#web/ui/messages/ShownBanner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { useQuestion } from '#web/ui/forms/useQuestion.tsx';
import { nomOfFlux, TEXTES } from './textes.calendrier.ts';
import { useArrival } from './useArrival.ts';

const ICON = 'size-5 shrink-0';

/**
 * Secret addresses for calendar programs: of the person's own lessons; for administrators, also of
 * each arena (RIDE-40). Not shown if the centre does not offer them.
 */
export function CalendarFeeds({ profil }: { profil: User }) {
  const centre = useCentre();
  return centre.data?.regles.calendarFeeds ? <Feeds admin={isAdmin(profil.role)} /> : null;
}

function Feeds({ admin }: { admin: boolean }) {
  const list = useFlux();
  const nomPiste = useNomPiste();
  /** An arena that can no longer be booked is listed only while the person has its address. */
  const pistes = usePistes().filter(
    ({ id, actif }) => actif || list.data?.some(({ type_piste }) => type_piste === id),
  );
  const sortes: SorteDeFlux[] = [null, ...(admin ? pistes.map(({ id }) => id) : [])];
  const [message, say] = useBanner();
  const [drawing, removal] = [
    useDrawFlux(),
    useRemoveFlux(() => say({ kind: 'info', text: UNSURE })),
  ];
  /** The newly created address: it is stored nowhere else. */
  const [drawn, setDrawn] = useState<{ id: string; adresse: string } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival('calendrier', heading);
  const renewal = useQuestion({ title: TEXTES.questionNouvelle, confirm: TEXTES.nouvelle });
  const end = useQuestion({
    title: TEXTES.questionSupprimer,
    confirm: TEXTES.supprimer,
    danger: true,
  });

  const draw = async (type_piste: SorteDeFlux) => {
    say(null);
    setDrawn(null);
    try {
      setDrawn(await drawing.mutateAsync({ type_piste }));
    } catch (error) {
      say({ kind: 'error', text: sentenceOf(error, TEXTES.nonCreee) });
    }
  };
  /** The pressed button is removed with the address: the focus moves to the title of the card. */
  const remove = async (id: string) => {
    say(null);
    try {
      await removal.mutateAsync({ id });
      setDrawn(null);
      say({ kind: 'success', text: TEXTES.supprimee });
      heading.current?.focus();
    } catch (error) {
      say({ kind: 'error', text: sentenceOf(error, TEXTES.nonSupprimee) });
    }
  };
  return (
    <Card aria-labelledby="titre-calendrier" aria-busy={list.isPending}>
      {renewal.dialog}
      {end.dialog}
      <h2 ref={heading} tabIndex={-1} id="titre-calendrier" className="rounded-field">
        {TEXTES.titre}
      </h2>
      <p className="mt-1 text-muted">{TEXTES.intro}</p>
      <ShownBanner message={message} className="mt-3" />
      {!list.data && !list.isError && <Skeleton className="mt-3 h-16" />}
      {!list.data && list.isError && (
        <Unreadable queries={[list]} className="mt-3">
          {TEXTES.illisible}
        </Unreadable>
      )}
      {list.data && (
        <ul className="mt-2 divide-y divide-hairline">
          {sortes.map((sorte) => {
            const flux = list.data.find(({ type_piste }) => type_piste === sorte);
            return (
              <Feed
                key={sorte}
                nom={nomOfFlux(sorte === null ? null : nomPiste(sorte))}
                flux={flux}
                adresse={flux && flux.id === drawn?.id ? drawn.adresse : null}
                drawing={drawing.isPending && drawing.variables.type_piste === sorte}
                removing={removal.isPending && removal.variables.id === flux?.id}
                onDraw={() =>
                  flux
                    ? renewal.ask(TEXTES.effetNouvelle, () => void draw(sorte))
                    : void draw(sorte)
                }
                onRemove={() => flux && end.ask(TEXTES.effetSupprimer, () => void remove(flux.id))}
              />
            );
          })}
        </ul>
      )}
    </Card>
  );
}

type FeedProps = {
  nom: string;
  flux: Flux | undefined;
  /** Only directly after it was created. */
  adresse: string | null;
  drawing: boolean;
  removing: boolean;
  onDraw: () => void;
  onRemove: () => void;
};

function Feed({ nom, flux, adresse, drawing, removing, onDraw, onRemove }: FeedProps) {
  const about = <span className="sr-only">&#x202f;: {nom}</span>;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">{nom}</p>
          <p className="text-sm text-muted">{flux ? said(flux) : TEXTES.aucune}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            busy={drawing}
            busyLabel={TEXTES.enCours}
            icon={<CalendarPlus aria-hidden className={ICON} />}
            onClick={onDraw}
          >
            <span>
              {flux ? TEXTES.nouvelle : TEXTES.creer}
              {about}
            </span>
          </Button>
          {flux && (
            <Button
              variant="secondary"
              busy={removing}
              busyLabel={TEXTES.suppressionEnCours}
              onClick={onRemove}
            >
              <span>
                {TEXTES.supprimer}
                {about}
              </span>
            </Button>
          )}
        </div>
      </div>
      <div aria-live="polite">{adresse !== null && <Address adresse={adresse} />}</div>
    </li>
  );
}

const said = ({ created_at, lu_at }: Flux): string =>
  `Créée le ${formatInstant(created_at)}, ${lu_at === null ? 'jamais lue' : `lue par un calendrier le ${formatInstant(lu_at)}`}`;

/** The address, shown once, and how to add it to calendar programs. */
function Address({ adresse }: { adresse: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div className="mt-3 flex flex-col gap-3 rounded-field border border-line bg-sand-soft px-4 py-3 max-[18rem]:px-2">
      <p className="font-medium">{TEXTES.adresse}</p>
      <p className="font-mono text-sm wrap-anywhere select-all">{adresse}</p>
      <p>
        <strong>{TEXTES.uneFois}</strong>
      </p>
      <div className="flex flex-wrap gap-2">
        <a href={adresse.replace(/^https?/, 'webcal')} className={buttonStyle()}>
          <CalendarPlus aria-hidden className={ICON} />
          {TEXTES.ajouter}
        </a>
        <Button
          variant="secondary"
          icon={<Copy aria-hidden className={ICON} />}
          onClick={() =>
            void navigator.clipboard.writeText(adresse).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {TEXTES.copier}
        </Button>
      </div>
      {copied !== null && (
        <Banner kind={copied ? 'success' : 'error'} spoken={false}>
          {copied ? TEXTES.copiee : TEXTES.nonCopiee}
        </Banner>
      )}
      <dl className="text-sm">
        {TEXTES.comment.map(([program, how]) => (
          <div key={program} className="mt-1">
            <dt className="inline font-semibold">{program}&#x202f;: </dt>
            <dd className="inline">{how}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
