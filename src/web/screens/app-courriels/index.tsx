// chunk: app-courriels
import { Eye, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { Courriel } from '#contract/courriels.ts';
import { PER_PAGE, pagesOf } from '#domain/core/pages.ts';
import { useCourriels, useResumeCourriels } from '#web/nouns/emails/courrielsQueries.ts';
import { PATHS } from '#web/paths/paths.ts';
import { SORTES } from '#web/nouns/emails/courriels.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { Pagination } from '#web/ui/pages/Pagination.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { TestEmail } from './TestEmail.tsx';
import { StateFilter } from './StateFilter.tsx';
import { CourrielDetails } from './CourrielDetails.tsx';
import { CourrielList } from './CourrielList.tsx';
import { TEXTES } from './textes.ts';
import { ResendAll } from './ResendAll.tsx';
import { useSeen } from './useSeen.ts';
import { useView } from './useView.ts';

/**
 * /app/courriels (MAIL-10): the outbox and the log. Without SMTP, emails are read here (MAIL-03).
 */
export default function Courriels() {
  const { statut, chosen, page, show } = useView();
  const { data: resume } = useResumeCourriels();
  const list = useCourriels(statut, page);
  const [opened, setOpened] = useState<Pick<Courriel, 'id' | 'sorte'> | null>(null);
  const [testing, setTesting] = useState(false);
  useSeen(statut === 'echoue' ? (list.data ?? []) : []);

  const total =
    resume &&
    (statut ? resume[statut] : resume.en_attente + resume.envoye + resume.echoue + resume.perime);
  const pages = pagesOf(total ?? page * PER_PAGE);
  const turn = (next: number) => {
    show(statut, next);
    window.scrollTo(0, 0);
  };
  return (
    <div className="mx-auto max-w-6xl">
      <PageHeading
        title={PATHS.courriels.titre}
        intro={TEXTES.intro}
        back={{ to: PATHS.utilisateurs.path, label: TEXTES.retour }}
      >
        <Link to={PATHS.previewemail.path} className={buttonStyle('secondary')}>
          <Eye aria-hidden className="size-5 shrink-0" />
          {TEXTES.apercu}
        </Link>
        <Button
          icon={<Send aria-hidden className="size-5 shrink-0" />}
          onClick={() => setTesting(true)}
        >
          {TEXTES.essai}
        </Button>
      </PageHeading>
      {resume && !resume.envoi && (
        <Banner kind="info" className="mt-4">
          {TEXTES.sansEnvoi}
        </Banner>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 md:mt-6">
        <StateFilter counts={resume} statut={chosen} onChange={(next) => show(next)} />
        {resume?.envoi && (
          <p className="text-sm wrap-anywhere text-muted">
            {TEXTES.expediteur}{' '}
            <span dir="ltr" className="text-ink">
              {resume.expediteur}
            </span>
          </p>
        )}
      </div>
      {statut === 'echoue' && <ResendAll failed={resume?.echoue ?? 0} />}
      <div className="mt-4">
        {!list.data && list.isError ? (
          <Unreadable queries={[list]}>{TEXTES.illisibles}</Unreadable>
        ) : (
          <CourrielList courriels={list.data} statut={statut} onOpen={setOpened} />
        )}
      </div>
      <Pagination
        label={TEXTES.pages}
        page={Math.min(page, pages)}
        pages={pages}
        hasNext={page < pages}
        onPage={turn}
      />

      <Dialog
        wide
        title={opened ? SORTES[opened.sorte] : ''}
        open={opened !== null}
        onClose={() => setOpened(null)}
      >
        {opened && <CourrielDetails id={opened.id} />}
      </Dialog>
      <FormDialog
        title={TEXTES.essai}
        unsaved={false}
        open={testing}
        onClose={() => setTesting(false)}
      >
        <TestEmail onClose={() => setTesting(false)} />
      </FormDialog>
    </div>
  );
}
