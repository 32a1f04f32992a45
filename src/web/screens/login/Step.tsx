import { useEffect, useState } from 'react';
import { codesSecoursDocument } from '#documents/prints/codes_secours.ts';
import type { Personne } from '#domain/people/users.ts';
import { CENTRE } from '#web/data/centre.ts';
import {
  type Cle,
  enrol,
  forgetEnrolment,
  readEtape,
  type Refused,
  startEnrolment,
  verifyCode,
} from '#web/nouns/signin/secondFacteur.ts';
import { holdSession, type Session, settleStep, signOut } from '#web/data/session.ts';
import { CleApplication } from '#web/nouns/signin/CleApplication.tsx';
import { CodeForm } from '#web/nouns/signin/CodeForm.tsx';
import { CodesSecours } from '#web/nouns/signin/CodesSecours.tsx';
import { type Proof, ProofForm } from '#web/nouns/signin/ProofForm.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { useUnsaved } from '#web/ui/forms/useUnsaved.tsx';
import { KeySignIn } from './KeySignIn.tsx';
import { TEXTES } from './textes.ts';

/** Signed in, with the recovery codes that are shown once. */
type Enrolled = { user: Personne; codes: string[] };

type StepProps = { etape: NonNullable<Session['etape']>; onStart: () => void };

/**
 * What /login asks for after the password: a code, or the set-up that an administrator is required
 * to do (ACC-62, ACC-63).
 */
export default function Step({ etape, onStart }: StepProps) {
  const [expired, setExpired] = useState<string | null>(null);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  // The signed-in part is needed next.
  useEffect(onStart, [onStart]);
  useEffect(() => () => holdSession(false), []);
  const judge = (refused: Refused): string => {
    if (refused.expired) setExpired(refused.message);
    return refused.message;
  };
  const restart = async () => {
    forgetEnrolment();
    await signOut();
    settleStep(null);
  };
  if (enrolled)
    return (
      <>
        <h1>{TEXTES.enrolement}</h1>
        <Codes {...enrolled} />
      </>
    );
  return (
    <>
      <h1>{etape === 'enrolement' ? TEXTES.enrolement : TEXTES.seconde}</h1>
      {expired !== null ? (
        <Banner kind="error" className="mt-4">
          {expired}
        </Banner>
      ) : etape === 'enrolement' ? (
        <Enrolment judge={judge} onEnrolled={setEnrolled} />
      ) : (
        <SecondStep judge={judge} />
      )}
      <Button variant="ghost" className="mt-4" onClick={() => void restart()}>
        {TEXTES.recommencer}
      </Button>
    </>
  );
}

type Judge = { judge: (refused: Refused) => string };

function SecondStep({ judge }: Judge) {
  const [has, setHas] = useState<Awaited<ReturnType<typeof readEtape>> | null>(null);
  const [refus, setRefus] = useState<string | null>(null);
  useEffect(() => void readEtape().then(setHas), []);
  if (!has) return <Skeleton className="mt-6 h-40" />;
  const verify = async (code: string): Promise<string | null> => {
    setRefus(null);
    const refused = await verifyCode(code);
    return refused && judge(refused);
  };
  return (
    <div className="mt-1 flex flex-col gap-4">
      <p className="text-muted">{has.application ? TEXTES.secondeAide : TEXTES.cleAide}</p>
      {refus && <Banner kind="error">{refus}</Banner>}
      {has.application && (
        <CodeForm label={TEXTES.code} submitLabel={TEXTES.valider} secours onSubmit={verify} />
      )}
      {has.cles && <KeySignIn label={TEXTES.utiliserCle} onRefus={setRefus} />}
    </div>
  );
}

function Enrolment({ judge, onEnrolled }: Judge & { onEnrolled: (enrolled: Enrolled) => void }) {
  const [cle, setCle] = useState<Cle | null>(null);
  const [refus, setRefus] = useState<string | null>(null);
  const [locked, setLocked] = useState(false);
  useEffect(() => {
    void startEnrolment().then((started) =>
      'cle' in started
        ? setCle(started)
        : started.password
          ? setLocked(true)
          : setRefus(judge(started)),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: each start creates another key
  }, []);
  const unlock = async ({ password }: Proof): Promise<string | null> => {
    const started = await startEnrolment(password);
    if (!('cle' in started)) return judge(started);
    setCle(started);
    return null;
  };
  const confirm = async (code: string): Promise<string | null> => {
    holdSession(true); // the answer opens the session, but the codes are shown first
    const answer = await enrol(code);
    if ('codes' in answer) {
      onEnrolled(answer);
      return null;
    }
    holdSession(false);
    return judge(answer);
  };
  return (
    <div className="mt-1 flex flex-col gap-4">
      <p className="text-muted">{TEXTES.enrolementAide}</p>
      {refus && <Banner kind="error">{refus}</Banner>}
      {!cle && locked && (
        <div>
          <p>{TEXTES.enrolementOuverte}</p>
          <ProofForm
            label={TEXTES.enrolement}
            submitLabel={TEXTES.continuerEnrolement}
            onSubmit={unlock}
          />
        </div>
      )}
      {cle ? <CleApplication {...cle} /> : !refus && !locked && <Skeleton className="h-60" />}
      {cle && <CodeForm label={TEXTES.code} submitLabel={TEXTES.activer} onSubmit={confirm} />}
    </div>
  );
}

/** Leaving other than by the button asks first, and the person is signed in either way (UI-40). */
function Codes({ user, codes }: Enrolled) {
  const enter = () => {
    holdSession(false);
    settleStep(user);
  };
  const { question } = useUnsaved({
    open: true,
    isUnsaved: () => true,
    busy: false,
    lost: TEXTES.codesPerdus,
    onClose: enter,
  });
  return (
    <div className="mt-4">
      {question}
      <Banner kind="success" className="mb-4">
        {TEXTES.activee}
      </Banner>
      <CodesSecours
        codes={codes}
        printout={codesSecoursDocument(codes, { email: user.email, centre: CENTRE.nom })}
        doneLabel={TEXTES.continuer}
        onDone={enter}
      />
    </div>
  );
}
