import { BaseBanner } from './BaseBanner.tsx';
import { ConservationBanner } from './ConservationBanner.tsx';
import { HorlogeBanner } from './HorlogeBanner.tsx';
import { SauvegardeBanner } from './SauvegardeBanner.tsx';

/**
 * Banners shown on every screen of administrators until their cause is settled. A separate file,
 * which riders do not load.
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
