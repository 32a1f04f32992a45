/** The privacy page: a separate chunk, because few people open it. */
import { PATHS } from './paths/paths.ts';
import { Confidentialite } from './screens/confidentialite/Confidentialite.tsx';
import { Page } from './shell/frame/Page.tsx';
import { PublicShell } from './shell/PublicShell.tsx';

export default function PrivacyPage() {
  return (
    <PublicShell>
      <Page titre={PATHS.confidentialite.titre}>
        <Confidentialite />
      </Page>
    </PublicShell>
  );
}
