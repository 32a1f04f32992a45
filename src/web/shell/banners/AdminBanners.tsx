// chunk: admin-frame
import { BaseBanner } from './BaseBanner.tsx';
import { ConservationBanner } from './ConservationBanner.tsx';
import { HorlogeBanner } from './HorlogeBanner.tsx';
import { SauvegardeBanner } from './SauvegardeBanner.tsx';

/** In the same file for the browser: shown on every screen of administrators too. */
export { RechercheButton } from '../search/RechercheButton.tsx';

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
