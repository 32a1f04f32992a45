// chunk: admin-frame
import { Link } from '#web/ui/hooks/navigation.tsx';
import { formatInstant } from '#domain/core/calendrier.ts';
import { useAlerteSauvegardes } from '#web/nouns/backups/sauvegardes.ts';
import { ongletPath } from '#web/paths/paths.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';

/** OPS-24: on every screen of an administrator while backups fail. */
export function SauvegardeBanner() {
  const panne = useAlerteSauvegardes().data?.panne;
  if (!panne) return null;
  return (
    <Banner kind="error" className="mb-6">
      <p>Aucune sauvegarde n'a réussi depuis le {formatInstant(panne.depuis)}.</p>
      {panne.raison !== null && <p className="mt-1 font-normal wrap-anywhere">{panne.raison}</p>}
      <p className="mt-1 font-normal">
        Lancez-en une depuis les{' '}
        <Link to={ongletPath('service')} className="link">
          paramètres
        </Link>
        . Si elle échoue aussi, prévenez la personne qui fait tourner le service.
      </p>
    </Banner>
  );
}
