// chunk: admin-frame
import { useRef } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { ANCIEN_CAVALIER, joursInWords, moisInWords } from '#domain/core/conservation_lecons.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useAnswerConservation, useConservation } from '#web/nouns/personal_data.ts';
import { ongletPath } from '#web/paths/paths.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { useHandOver } from '#web/ui/hooks/useHandOver.ts';
import { CONTENT } from '../frame/SkipLink.tsx';

/** SET-43: on every screen of an administrator until one of them has answered. */
export function ConservationBanner() {
  const proposition = useConservation().data?.proposition;
  return proposition ? <Question {...proposition} /> : null;
}

function Question({
  mois,
  annuleesJours,
  lecons,
  annulees,
}: {
  mois: number;
  annuleesJours: number;
  lecons: number;
  annulees: number;
}) {
  const { mutate, isPending, variables, error } = useAnswerConservation();
  const button = useRef<HTMLButtonElement>(null);
  useHandOver(button, () => document.getElementById(CONTENT));
  return (
    <Banner kind="info" className="mb-6">
      <p>Faut-il effacer les noms des anciennes leçons&#x202f;?</p>
      <p className="mt-1 font-normal">
        Le centre garde aujourd'hui sans limite les noms, les remarques et les emails de toutes les
        leçons. Manège propose de les effacer {moisInWords(mois)} après la leçon, et{' '}
        {joursInWords(annuleesJours)} après une leçon annulée&#x202f;: un nom devient «&#x202f;
        {ANCIEN_CAVALIER} 1&#x202f;». Les nombres et les montants des statistiques restent.
      </p>
      <p className="mt-1 font-normal">
        {concerned(lecons, annulees)} L'effacement commence 24 heures après votre réponse, qui
        demande votre mot de passe&#x202f;; ensuite il ne peut pas être défait, sauf en restaurant
        une sauvegarde. Quelle que soit votre réponse, les délais se changent dans les{' '}
        <Link to={ongletPath('securite')} className="link">
          paramètres
        </Link>
        .
      </p>
      {error && (
        <p className="mt-1">
          {sentenceOf(error, "La réponse n'a pas pu être enregistrée. Veuillez réessayer.")}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          ref={button}
          size="small"
          busy={isPending && variables.accepter}
          disabled={isPending}
          onClick={() => mutate({ accepter: true })}
        >
          Effacer les anciens noms
        </Button>
        <Button
          variant="secondary"
          size="small"
          busy={isPending && !variables.accepter}
          disabled={isPending}
          onClick={() => mutate({ accepter: false })}
        >
          Garder tous les noms
        </Button>
      </div>
    </Banner>
  );
}

/** How many lessons would lose their names now. */
function concerned(lecons: number, annulees: number): string {
  if (lecons === 0) return "Aucune leçon n'est concernée pour l'instant.";
  const among =
    annulees === 0
      ? ''
      : annulees === lecons
        ? annulees === 1
          ? ', annulée'
          : ', toutes annulées'
        : `, dont ${annulees} ${annulees === 1 ? 'annulée' : 'annulées'}`;
  return `${lecons.toLocaleString('fr-BE')} ${lecons === 1 ? 'leçon est concernée' : 'leçons sont concernées'} aujourd'hui${among}.`;
}
