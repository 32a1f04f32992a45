import { Eye, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Courriel } from '#contract/courriels.ts';
import { PER_PAGE, pagesOf } from '#domain/pages.ts';
import { useCourriels, useResumeCourriels } from '#web/data/queriesCourriels.ts';
import { PATHS } from '#web/paths.ts';
import { SORTES } from '#web/parts/courriels.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonStyle } from '#web/ui/buttonStyle.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { Essai } from './Essai.tsx';
import { Filtre } from './Filtre.tsx';
import { LeCourriel } from './LeCourriel.tsx';
import { Liste } from './Liste.tsx';
import { TEXTES } from './textes.ts';
import { ToutRenvoyer } from './ToutRenvoyer.tsx';
import { useSeen } from './useSeen.ts';
import { useVue } from './useVue.ts';

/** /app/courriels (MAIL-10): the outbox, the log, and without SMTP the place where emails are read (MAIL-03). */
export default function Courriels() {
  const { statut, choisi, page, show } = useVue();
  const { data: resume } = useResumeCourriels();
  const liste = useCourriels(statut, page);
  const [ouvert, setOuvert] = useState<Pick<Courriel, 'id' | 'sorte'> | null>(null);
  const [essai, setEssai] = useState(false);
  useSeen(statut === 'echoue' ? liste.data ?? [] : []);

  const total = resume && (statut ? resume[statut] : resume.en_attente + resume.planifie + resume.envoye + resume.echoue + resume.perime);
  const pages = pagesOf(total ?? page * PER_PAGE);
  const turn = (next: number) => {
    show(statut, next);
    window.scrollTo(0, 0);
  };
  return (
    <div className="mx-auto max-w-6xl">
      <PageHeading title={PATHS.courriels.titre} intro={TEXTES.intro} back={{ to: PATHS.utilisateurs.path, label: TEXTES.retour }}>
        <Link to={PATHS.previewemail.path} className={buttonStyle('secondary')}>
          <Eye aria-hidden className="size-5 shrink-0" />
          {TEXTES.apercu}
        </Link>
        <Button icon={<Send aria-hidden className="size-5 shrink-0" />} onClick={() => setEssai(true)}>{TEXTES.essai}</Button>
      </PageHeading>
      {resume && !resume.envoi && <Banner kind="info" className="mt-4">{TEXTES.sansEnvoi}</Banner>}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 md:mt-6">
        <Filtre nombres={resume} statut={choisi} onChange={(next) => show(next)} />
        {resume?.envoi && <p className="text-sm wrap-anywhere text-muted">{TEXTES.expediteur} <span dir="ltr" className="text-ink">{resume.expediteur}</span></p>}
      </div>
      {statut === 'echoue' && <ToutRenvoyer echoues={resume?.echoue ?? 0} />}
      <div className="mt-4">
        {!liste.data && liste.isError
          ? <Unreadable queries={[liste]}>{TEXTES.illisibles}</Unreadable>
          : <Liste courriels={liste.data} statut={statut} onOpen={setOuvert} />}
      </div>
      <Pagination label={TEXTES.pages} page={Math.min(page, pages)} pages={pages} hasNext={page < pages} onPage={turn} />

      <Dialog wide title={ouvert ? SORTES[ouvert.sorte] : ''} open={ouvert !== null} onClose={() => setOuvert(null)}>
        {ouvert && <LeCourriel id={ouvert.id} />}
      </Dialog>
      <Dialog title={TEXTES.essai} open={essai} onClose={() => setEssai(false)}>
        <Essai onClose={() => setEssai(false)} />
      </Dialog>
    </div>
  );
}
