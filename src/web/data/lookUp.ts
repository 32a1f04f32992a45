// chunk: look-up
/** The look-up of an attempt that an earlier page or visit has sent (UI-113), and what is said of it. */
import { codeOf } from './client.ts';
import type { SureMutation } from './surely.ts';

/** The code of a write whose id is stored with another content. */
export const OTHER_CONTENT = 'ecriture_autre_contenu';

/** Of a form that comes back with an attempt whose result is unknown. */
export const SEARCHED =
  "Votre envoi est resté sans réponse\u202f: nous vérifions s'il est enregistré…";
export const UNKNOWN =
  "Nous ne savons pas encore si votre envoi est enregistré. Vous pouvez l'envoyer de nouveau\u202f: il ne s'enregistre qu'une fois.";
export const ABSENT = "Votre envoi n'est pas enregistré. Vous pouvez l'envoyer de nouveau.";
export const EDITED = "Votre envoi est enregistré. Ce que vous avez changé depuis ne l'est pas.";

/** As it is kept. `absent`: a look-up did not find it. */
export type Kept<I> = I & { absent?: true | undefined };
/** What is kept of an attempt from now on, if anything. */
export type Settle<I> = (id: string, ...kept: readonly Kept<I>[]) => void;

export type PendingOptions<I, T> = {
  /** The name under which they are kept. */
  name: string;
  lookUp: SureMutation<I, T>['lookUp'];
  /**
   * The code of the refusal of an id that is stored with another content, if an id may be sent with
   * another one.
   */
  other?: string;
  /** Of an earlier page or visit: it is stored, or it is not. `edited`: if the form was changed since. */
  onFound: (answer: T, sent: I, edited: string) => void;
  onMissing: (sent: I, message: string) => void;
  /** What is said of it meanwhile, and if it is stored with another content. */
  onUnsure?: (message: string, sent: I) => void;
};

type Looked<I> = {
  sent: I;
  isLeft: () => boolean;
  settle: Settle<I>;
  /** Of `attempts.ts`, which loads this file. */
  lastCall: (id: string) => Promise<unknown> | undefined;
};

/** Looks up an attempt of `usePending`. A new press overtakes it. */
export async function lookUpPending<I extends { id: string }, T>(
  { lookUp, other, onFound, onMissing, onUnsure }: PendingOptions<I, T>,
  { sent, isLeft, settle, lastCall }: Looked<I>,
): Promise<void> {
  const { id } = sent;
  const last = lastCall(id);
  const isOver = () => isLeft() || lastCall(id) !== last;
  if (isLeft()) return;
  onUnsure?.(SEARCHED, sent);
  // Of a screen that was left before its answer.
  await last;
  if (isOver()) return;
  try {
    const seen = await lookUp(sent, {
      onUnsure: () => isOver() || onUnsure?.(UNKNOWN, sent),
      isLeft: isOver,
    });
    if (!seen || isOver()) return;
    if (seen.found === null) {
      settle(id, { ...sent, absent: true });
      onMissing(sent, ABSENT);
    } else {
      settle(id);
      onFound(seen.found, sent, EDITED);
    }
  } catch (error) {
    if (isOver()) return;
    const isOther = codeOf(error) === other;
    if (isOther) settle(id);
    onUnsure?.(isOther ? EDITED : UNKNOWN, sent);
  }
}
