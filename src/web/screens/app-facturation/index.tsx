import { useCentre } from '#web/data/queries.ts';
import { ongletPath, PATHS } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { FallenRail } from '#web/ui/drawings/FallenRail.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { Link, useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { StickyBanner } from '#web/ui/messages/StickyBanner.tsx';
import { TabLinks } from '#web/ui/pages/TabLinks.tsx';
import { Doit } from './Doit.tsx';
import { Effaces } from './Effaces.tsx';
import { Mois } from './Mois.tsx';
import { Recettes } from './Recettes.tsx';
import { TEXTES } from './textes.ts';
import { usePaymentUndo } from './usePaymentUndo.tsx';
import { Virements } from './Virements.tsx';
import { VUES, vuePath } from './vues.ts';

const PARTS = {
  doit: Doit,
  virements: Virements,
  mois: Mois,
  recettes: Recettes,
  effaces: Effaces,
};

/** /app/facturation (REL-50). */
export default function Facturation() {
  const centre = useCentre().data;
  const [params] = useSearchParams();
  const vue = VUES.find(({ nom }) => nom === params.get('vue')) ?? VUES[0];
  const { message, action, tell } = usePaymentUndo();
  const Part = PARTS[vue.nom];
  return (
    <div className="mx-auto max-w-6xl">
      <PageHeading title={PATHS.facturation.titre} intro={TEXTES.intro} />
      {centre?.facturation ? (
        <>
          <TabLinks
            label={TEXTES.parties}
            className="grid-cols-2 sm:grid-cols-3 xl:flex"
            tabs={VUES.map(({ nom, titre }) => ({
              to: vuePath(nom),
              title: titre,
              current: nom === vue.nom,
            }))}
          />
          <StickyBanner message={message} action={action} />
          <Part key={vue.nom} tell={tell} />
        </>
      ) : (
        centre && (
          <EmptyState
            title={TEXTES.fermee}
            illustration={<FallenRail className="w-48 max-w-full" />}
            action={
              <Link to={ongletPath('facturation')} className={buttonStyle('primary')}>
                {TEXTES.versParametres}
              </Link>
            }
          >
            {TEXTES.fermeeAide}
          </EmptyState>
        )
      )}
    </div>
  );
}
