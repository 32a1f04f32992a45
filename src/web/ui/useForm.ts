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
 * Tells the dialog around a form whether the form is being sent: nothing closes it then (UI-40).
 */
export const HoldOpen = createContext((_: boolean) => {});

/** The sentence of each field at fault. */
export type Faults<V> = { [K in keyof V]?: string | undefined };

/** What was refused: a sentence about the whole form, or faults of its fields; null: nothing. */
export type Refusal<V> = string | Faults<V> | null;

type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;

type Options<V> = {
  /** What is wrong before anything is sent. */
  check: () => Faults<V>;
  /** Sends; or asks first, answers nothing, and calls `run` once that is confirmed. */
  send: () => Promise<Refusal<V>> | undefined;
  /** What a change of a field clears besides its own fault, as `{ name: undefined }`. */
  clears?: (name: keyof V) => Faults<V> | false;
};

/**
 * A form: its faults, the focus on the first of them, the refusal, and that it is being sent. The
 * caller holds the values: `useState`, or a draft that is kept.
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
  // A layout effect: the next key may be Escape.
  useLayoutEffect(() => {
    hold(busy);
    return () => hold(false);
  }, [hold, busy]);

  /** Shows faults and focuses the first field, of radio buttons the first; false without faults. */
  const refuse = (found: Faults<V>): boolean => {
    setFaults(found);
    const fields = (ref.current?.elements ?? []) as Iterable<HTMLInputElement>;
    [...fields].find(({ name }) => found[name as keyof V])?.focus();
    return Object.values(found).some(Boolean);
  };
  /** Waits for what a button of the form does. */
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
   * Starts from the values of its render: a second write in one event, or one after an answer,
   * undoes what was changed in other fields since.
   */
  const write = <K extends keyof V>(name: K, value: V[K]) => {
    setValues({ ...values, [name]: value });
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
