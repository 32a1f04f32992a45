// chunk: forms-people
import {
  type ChangeEvent,
  createContext,
  type FormEvent,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/**
 * Tells the dialog around a form whether the form is being sent; nothing closes the dialog then
 * (UI-40).
 */
export const HoldOpen = createContext((_: boolean) => {});

/** The sentence of each invalid field. */
export type Faults<V> = { [K in keyof V]?: string | undefined };

/** What was refused: a sentence about the whole form, or errors of its fields. Null: nothing. */
export type Refusal<V> = string | Faults<V> | null;

type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;

type Options<V> = {
  /** The errors found before anything is sent. */
  check: () => Faults<V>;
  /** Sends the form. Or asks first, returns undefined, and calls `run` after the confirmation. */
  send: () => Promise<Refusal<V>> | undefined;
  /** The errors that a change of a field clears besides its own, as `{ name: undefined }`. */
  clears?: (name: keyof V) => Faults<V> | false;
};

/**
 * The state of a form: its errors, the focus on the first of them, the refusal, and whether it is
 * being sent. The caller holds the values, in `useState` or in a stored draft.
 */
export function useForm<V extends object>(
  [values, setValues]: readonly [V, (values: NoInfer<V>) => void],
  { check, send, clears }: Options<NoInfer<V>>,
) {
  const [faults, setFaults] = useState<Faults<V>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const hold = useContext(HoldOpen);
  // A layout effect, because the next key may be Escape.
  useLayoutEffect(() => {
    hold(busy);
    return () => hold(false);
  }, [hold, busy]);

  /**
   * Shows errors and focuses the first invalid field, or the first of its radio buttons. False
   * without errors.
   */
  const refuse = (found: Faults<V>): boolean => {
    setFaults(found);
    const fields = (ref.current?.elements ?? []) as Iterable<HTMLInputElement>;
    [...fields].find(({ name }) => found[name as keyof V])?.focus();
    return Object.values(found).some(Boolean);
  };
  /** Waits for the action of a button of the form. */
  const run = async (work: Promise<Refusal<V>> | undefined) => {
    if (!work) return;
    setBusy(true);
    try {
      const answer = await work;
      if (typeof answer === 'object' && answer) refuse(answer);
      else setRefusal(answer);
    } finally {
      setBusy(false);
    }
  };
  /**
   * Starts from the values of its render: a second write in one event, or a write after an answer,
   * reverts changes made to other fields since. `also`: other fields that change with this one.
   */
  const write = <K extends keyof V>(name: K, value: V[K], also?: Partial<V>) => {
    setValues({ ...values, [name]: value, ...also });
    setFaults({ ...faults, [name]: undefined, ...clears?.(name) });
  };
  return {
    faults,
    refusal,
    setRefusal,
    busy,
    run,
    write,
    /** The properties of the form element. */
    form: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (busy) return;
        setRefusal(null);
        if (!refuse(check())) void run(send());
      },
    },
    /** The properties of a text field. */
    control: <K extends TextName<V>>(name: K) => ({
      name,
      value: values[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        write(name, target.value as V[K]),
    }),
  };
}
