import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { cx } from './cx.ts';
import type { FieldControlProps } from './Field.tsx';
import { Input } from './Input.tsx';

export type Option = { key: string; content: ReactNode };

type ComboboxProps = FieldControlProps & {
  ref?: Ref<HTMLInputElement>;
  name?: string;
  /** Accessible name of the list. */
  listLabel: string;
  text: string;
  options: readonly Option[];
  /** Shown below the options if there are more of them. */
  note?: ReactNode;
  /** How many options were found, for screen readers. */
  announcement: string;
  maxLength: number;
  /**
   * In a dialog, which would clip a list over its buttons, the list takes its own space in the
   * layout. It stays open on a press elsewhere, so that the pressed element does not move.
   */
  inFlow?: boolean;
  onText: (text: string) => void;
  onChoose: (key: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
};

/**
 * A text field with the matching options below it. The focus stays in the field: the arrow keys
 * move in the list, Enter chooses, Escape closes. The active option is identified by its key, so it
 * stays active when the list changes.
 */
export function Combobox({
  listLabel,
  text,
  options,
  note,
  announcement,
  inFlow = false,
  onText,
  onChoose,
  onFocus,
  onBlur,
  ...field
}: ComboboxProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const shown = open && options.length > 0;
  const index = shown ? options.findIndex(({ key }) => key === active) : -1;

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [index]);

  const close = () => {
    setOpen(false);
    setActive(null);
  };
  const choose = (key: string) => {
    onChoose(key);
    close();
  };
  const step = (to: number) => {
    setOpen(true);
    setActive(options.at(to % Math.max(1, options.length))?.key ?? null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return close();
    if (event.key === 'ArrowDown') step(index + 1);
    else if (event.key === 'ArrowUp') step(index === -1 ? -1 : index - 1);
    else if (!shown) return;
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter') {
      const option = options[index];
      if (option) choose(option.key);
    } else return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <Input
        {...field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        aria-activedescendant={index === -1 ? undefined : `${id}-${index}`}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          onText(target.value);
          setOpen(true);
          setActive(null);
        }}
        onKeyDown={press}
        onFocus={onFocus}
        onBlur={() => {
          if (!inFlow) close();
          onBlur?.();
        }}
      />
      <p role="status" className="sr-only">
        {shown && announcement}
      </p>
      {shown && (
        // A press in the list must not take the focus from the field.
        <div
          onMouseDown={(event) => event.preventDefault()}
          className={cx(
            'rounded-field border border-line bg-card',
            inFlow ? 'mt-2' : 'absolute inset-x-0 top-full z-20 mt-1 shadow-float',
          )}
        >
          <div
            ref={list}
            id={id}
            role="listbox"
            aria-label={listLabel}
            className="max-h-72 overflow-y-auto overscroll-contain p-1"
          >
            {options.map(({ key, content }, i) => (
              // oxlint-disable-next-line click-events-have-key-events -- the field handles keys
              <div
                key={key}
                id={`${id}-${i}`}
                role="option"
                tabIndex={-1}
                aria-selected={i === index}
                onClick={() => choose(key)}
                className={cx(
                  'flex min-h-11 cursor-pointer flex-col justify-center rounded-md px-2.5 py-1 hover:bg-sand-soft',
                  i === index && 'bg-sand',
                )}
              >
                {content}
              </div>
            ))}
          </div>
          {note && (
            <p className="border-t border-hairline px-3.5 py-2 text-sm text-muted">{note}</p>
          )}
        </div>
      )}
    </div>
  );
}
