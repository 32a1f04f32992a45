import { BaseBanner } from './BaseBanner.tsx';
import { ConservationBanner } from './ConservationBanner.tsx';
import { HorlogeBanner } from './HorlogeBanner.tsx';
import { SauvegardeBanner } from './SauvegardeBanner.tsx';

/**
 * What stands on every screen of administrators until it is settled. A file of its own, which
 * riders do not load.
 */
export default function AdminBanners() {
  return (
    <>
      <HorlogeBanner />
      <SauvegardeBanner />
      <BaseBanner />
      <ConservationBanner />
    </>
  );
}
