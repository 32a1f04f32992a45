import { failureCauseOf } from '#domain/courriels_failures.ts';
import { useCourriel } from '#web/data/queriesCourriels.ts';
import { TEXTES } from './textes.ts';

/** The state of an email that was just queued, followed live (PEOPLE-07). */
export function SuiteEmail({ id }: { id: string }) {
  const { data } = useCourriel(id);
  const cause = data?.derniere_erreur ? failureCauseOf(data.derniere_erreur).cause : null;
  if (data?.statut === 'envoye') return TEXTES.parti;
  if (data?.statut === 'echoue' || data?.statut === 'perime') return <>{TEXTES.pasParti}{cause}</>;
  return cause ? <>{TEXTES.enRetard}{cause}</> : TEXTES.enFile;
}
