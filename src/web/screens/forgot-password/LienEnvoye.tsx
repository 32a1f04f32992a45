import { Link } from '#web/ui/hooks/navigation.tsx';
import { useCentreInfo } from '#web/data/centre.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { Letter } from '#web/ui/drawings/Letter.tsx';
import { Outcome } from '#web/ui/messages/Outcome.tsx';
import { STEPS, STEPS_WITHOUT_EMAIL, TEXTES } from './textes.ts';

/** The same for every address, whether an account has it or not (ACC-30). */
export function LienEnvoye({ email, onRenvoyer }: { email: string; onRenvoyer: () => void }) {
  const { sendsLinks } = useCentreInfo();
  return (
    <Outcome
      title={sendsLinks ? TEXTES.envoye : TEXTES.demande}
      illustration={<Letter className="w-32" />}
      summary={
        <>
          {TEXTES.siUnCompte} <bdi className="font-semibold wrap-anywhere">{email}</bdi>
          {sendsLinks ? TEXTES.emailEnvoye : TEXTES.lienPret}
        </>
      }
    >
      <ol className="flex w-full flex-col gap-3 text-left">
        {(sendsLinks ? STEPS : STEPS_WITHOUT_EMAIL).map((step, i) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-cognac-soft text-sm font-semibold text-cognac"
            >
              {i + 1}
            </span>
            <span className="min-w-0 pt-0.5 wrap-anywhere">{step}</span>
          </li>
        ))}
      </ol>
      {sendsLinks && <p className="text-sm text-muted">{TEXTES.sinon}</p>}
      <div className="mt-2 flex w-full flex-col gap-3">
        <Link to={PATHS.login.path} className={buttonStyle('primary')}>
          {TEXTES.retour}
        </Link>
        <Button variant="secondary" onClick={onRenvoyer}>
          {TEXTES.renvoyer}
        </Button>
      </div>
    </Outcome>
  );
}
