import { useAlerteSauvegardes } from '#web/nouns/backups/sauvegardes.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';

/**
 * OPS-47: on every screen of an administrator while the database differs from what the migrations
 * wrote.
 */
export function BaseBanner() {
  const modifies = useAlerteSauvegardes().data?.modifies ?? [];
  if (modifies.length === 0) return null;
  return (
    <Banner kind="error" className="mb-6">
      <p className="wrap-anywhere">
        La base de données a été modifiée à la main&#x202f;: {modifies.join(', ')}.
      </p>
      <p className="mt-1 font-normal">
        Ce qui garde les places des leçons justes n'est plus sûr. Prévenez la personne qui fait
        tourner le service&#x202f;: restaurer la dernière sauvegarde le remet.
      </p>
    </Banner>
  );
}
