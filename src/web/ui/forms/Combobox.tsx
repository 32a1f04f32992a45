// chunk: forms
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
import { cx } from '../basics/cx.ts';
import type { FieldControlProps } from './Field.tsx';
import { Input } from './Input.tsx';
import { useListRoom } from './listRoom.ts';
import { searching } from '../basics/texts.ts';

/**
 * `group`: the heading above it and the options of the same group that follow. `enter`: whether Enter
 * takes it without the arrow keys; if missing, once the options are those of the text.
 */
export type Option = { key: string; content: ReactNode; group?: string; enter?: boolean };

type ComboboxProps = FieldControlProps & {
  ref?: Ref<HTMLInputElement>;
  name?: string;
  /** Accessible name of the list. */
  listLabel: string;
  text: string;
  options: readonly Option[];
  /** Whether the options of the text are still awaited: those shown may be of an earlier text. */
  reading: boolean;
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
 * stays active when the list changes. Until the arrow keys are used, the first option is active that
 * answers the text; if Enter is pressed before the answer has arrived, it is taken then (PEOPLE-48).
 */
export function Combobox({
  listLabel,
  text,
  options,
  note,
  reading,
  announcement,
  fixed = false,
  inFlow = fixed,
  onActive,
  onText,
  onChoose,
  onFocus,
  onBlur,
  ...field
}: ComboboxProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  /** The text at which Enter was pressed without an active option, and whether it waits for one. */
  const [pressed, setPressed] = useState({ text: '', waits: false });
  const shown = (open || fixed) && options.length > 0;
  const isTyped = text.trim() !== '';
  const offered = isTyped ? options.findIndex(({ enter = !reading }) => enter) : -1;
  const index = !shown
    ? -1
    : active === null
      ? offered
      : options.findIndex(({ key }) => key === active);

  useListRoom(box, list, shown ? options.length : 0);
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
    setPressed({ text: '', waits: false });
  };
  const choose = (key: string) => {
    onChoose(key);
    close();
  };
  const isAwaited = isTyped && pressed.text === text;
  const answered = useEffectEvent(() => {
    const option = options[offered];
    if (isAwaited && pressed.waits && option) onChoose(option.key);
  });
  useEffect(() => {
    if (!reading) answered();
  }, [reading]);
  const step = (to: number) => {
    setOpen(true);
    setPressed({ text: '', waits: false });
    setActive(options.at(to % Math.max(1, options.length))?.key ?? null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      // What a fixed list shows about its active option is reached by this key.
      if (!fixed) close();
      return;
    }
    // A key that is held down must not choose and then send the form.
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    else if (event.key === 'ArrowDown') step(index + 1);
    else if (event.key === 'ArrowUp') step(index === -1 ? -1 : index - 1);
    else if (event.key === 'Enter' && (shown || (reading && isTyped))) {
      const option = options[index];
      if (option) choose(option.key);
      else setPressed({ text, waits: reading && active === null });
    } else if (event.key === 'Escape' && !fixed && shown) close();
    else return;
    event.preventDefault();
  };
  return (
    <div ref={box} className="relative">
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
          setPressed({ text: '', waits: false });
        }}
        onKeyDown={press}
        onFocus={onFocus}
        onBlur={() => {
          if (!inFlow) close();
          onBlur?.();
        }}
      />
      <p
        role="status"
        className={cx(fixed || isAwaited ? 'mt-2 min-h-6 text-sm text-muted' : 'sr-only')}
      >
        {isAwaited && reading ? searching : (shown || fixed || isAwaited) && announcement}
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
