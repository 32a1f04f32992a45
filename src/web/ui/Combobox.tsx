import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { cx } from './cx.ts';
import type { FieldControlProps } from './Field.tsx';
import { Input } from './Input.tsx';

/** `group`: the heading above it and the options of the same group that follow. */
export type Option = { key: string; content: ReactNode; group?: string };

type ComboboxProps = FieldControlProps & {
  ref?: Ref<HTMLInputElement>;
  name?: string;
  /** Accessible name of the list. */
  listLabel: string;
  text: string;
  options: readonly Option[];
  /** Shown below the options if there are more of them. */
  note?: ReactNode;
  /** How many options were found, for screen readers; visible above a list that is `fixed`. */
  announcement: string;
  maxLength: number;
  /**
   * In a dialog, which would clip a list over its buttons, the list takes its own space in the
   * layout. It stays open on a press elsewhere, so that the pressed element does not move.
   */
  inFlow?: boolean;
  /**
   * In flow and always shown, as high as it can become: the only content of a dialog, which Escape
   * closes.
   */
  fixed?: boolean;
  /** The first option is active as long as no other one is. */
  firstActive?: boolean;
  /** The key of the active option, when it changes; null: none is. */
  onActive?: (key: string | null) => void;
  onText: (text: string) => void;
  onChoose: (key: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
};

/** How high a list is that is always shown; also for what replaces it. */
export const LIST_ROOM = 'h-[min(26rem,50dvh)]';

/** The options by their groups, in their order; `first`: the position of the first one. */
function groupsOf(options: readonly Option[]) {
  const groups: { group: string | undefined; first: number; members: Option[] }[] = [];
  for (const [n, option] of options.entries()) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.members.push(option);
    else groups.push({ group: option.group, first: n, members: [option] });
  }
  return groups;
}

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
  fixed = false,
  inFlow = fixed,
  firstActive = false,
  onActive,
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
  const shown = (open || fixed) && options.length > 0;
  const found = shown ? options.findIndex(({ key }) => key === active) : -1;
  const index = found === -1 && shown && firstActive ? 0 : found;

  useEffect(() => {
    // With the heading above it.
    if (index === 0) list.current?.scrollTo({ top: 0 });
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [index]);

  const activeKey = options[index]?.key ?? null;
  const tell = useEffectEvent(() => onActive?.(activeKey));
  useEffect(() => tell(), [activeKey]);

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
    if (event.key === 'Tab') {
      // What a fixed list shows about its active option is reached by this key.
      if (!fixed) close();
      return;
    }
    if (event.key === 'ArrowDown') step(index + 1);
    else if (event.key === 'ArrowUp') step(index === -1 ? -1 : index - 1);
    else if (!shown || (fixed && event.key === 'Escape')) return;
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
      <p role="status" className={fixed ? 'mt-2 min-h-6 text-sm text-muted' : 'sr-only'}>
        {(shown || fixed) && announcement}
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
            // Browsers make a list that scrolls a tab stop; the arrow keys of the field scroll it.
            tabIndex={-1}
            aria-label={listLabel}
            className={cx('overflow-y-auto overscroll-contain p-1', fixed ? LIST_ROOM : 'max-h-72')}
          >
            {groupsOf(options).map(({ group, first, members }) => {
              const items = members.map(({ key, content }, n) => (
                // oxlint-disable-next-line click-events-have-key-events -- the field handles keys
                <div
                  key={key}
                  id={`${id}-${first + n}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={first + n === index}
                  onClick={() => choose(key)}
                  className={cx(
                    'flex min-h-11 cursor-pointer flex-col justify-center rounded-md px-2.5 py-1 hover:bg-sand-soft',
                    first + n === index && 'bg-sand',
                  )}
                >
                  {content}
                </div>
              ));
              return group === undefined ? (
                items
              ) : (
                <div key={group} role="group" aria-labelledby={`${id}-group-${first}`}>
                  <div
                    id={`${id}-group-${first}`}
                    role="presentation"
                    className="px-2.5 pt-2.5 pb-1 text-sm font-semibold text-muted"
                  >
                    {group}
                  </div>
                  {items}
                </div>
              );
            })}
          </div>
          {note && (
            <p className="border-t border-hairline px-3.5 py-2 text-sm text-muted">{note}</p>
          )}
        </div>
      )}
    </div>
  );
}
