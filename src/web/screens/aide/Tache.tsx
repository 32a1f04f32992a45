import type { TacheAide } from '#documents/aide.ts';
import { useSession } from '#web/data/session.ts';
import { mayEnter, PATHS } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { pageOf } from './taches.ts';
import { TEXTES, TITRES } from './textes.ts';

/** The steps of a task, as its file has them. */
const STEPS =
  'flex flex-col gap-4 [&_h2]:mt-4 [&_ol]:flex [&_ol]:list-decimal [&_ol]:flex-col [&_ol]:gap-3 [&_ol]:ps-6 ' +
  '[&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:ps-6 [&_li]:ps-1 ' +
  '[&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-field [&_img]:border [&_img]:border-line ' +
  'print:[&_img]:max-h-[14cm] print:[&_img]:w-auto';

/** The page of one task (UI-92). */
export function Tache({ tache }: { tache: TacheAide }) {
  const { titre, pour, ecran, html } = tache;
  const { user } = useSession();
  const page = pageOf(tache);
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-edge py-6 md:px-8 md:py-10">
      <div>
        <Link
          to={PATHS.aide.path}
          className="link mb-1 inline-flex min-h-11 items-center print:hidden"
        >
          {TEXTES.retour}
        </Link>
        <h1>{titre}</h1>
        <p className="mt-2 text-muted">{TITRES[pour]}</p>
      </div>
      {/* Written by this project, not by people: scripts/aide.ts. */}
      <div className={STEPS} dangerouslySetInnerHTML={{ __html: html }} />
      {user && page && mayEnter(page.access, user.role) && (
        <p>
          <Link to={ecran} className={buttonStyle('primary')}>
            {TEXTES.ouvrir}
          </Link>
        </p>
      )}
    </div>
  );
}
