import type { KeyboardEvent } from 'react';

const CHOICES = 'input[type=radio]:not(:disabled)';

/** The position of a choice on screen, in pixels. */
export type Place = { left: number; top: number };

/**
 * The choice to which a key leads from one of several in rows. Up and down: the nearest in the next
 * row that has any. Home and End: the ends of the row; with `ctrl`, of all rows. Undefined if there
 * is none, or if the key is another one.
 */
export function nextByRow<P extends Place>(
  from: P,
  places: readonly P[],
  key: string,
  ctrl: boolean,
): P | undefined {
  if (key === 'Home' || key === 'End') {
    const among = ctrl ? places : places.filter(({ top }) => top === from.top);
    return among.at(key === 'Home' ? 0 : -1);
  }
  const down = key === 'ArrowDown';
  if (ctrl || (!down && key !== 'ArrowUp')) return undefined;
  const beyond = places.filter(({ top }) => (down ? top > from.top : top < from.top));
  const rowsAway = ({ top }: Place) => Math.abs(top - from.top);
  const nearest = Math.min(...beyond.map(rowsAway));
  return beyond
    .filter((place) => rowsAway(place) === nearest)
    .reduce<P | undefined>(
      (best, place) =>
        best && Math.abs(best.left - from.left) <= Math.abs(place.left - from.left) ? best : place,
      undefined,
    );
}

/**
 * Makes the up and down arrow keys of radio buttons in rows follow the layout (UI-52). Left and
 * right keep the browser's behaviour.
 */
export function chooseByRow(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key, ctrlKey } = event;
  if (
    !(target instanceof HTMLInputElement) ||
    !/^(?:ArrowUp|ArrowDown|Home|End)$/.test(key) ||
    event.altKey ||
    event.shiftKey ||
    event.metaKey
  )
    return;
  event.preventDefault();
  const places = [...currentTarget.querySelectorAll<HTMLInputElement>(CHOICES)].map((choice) => {
    const { left, top } = choice.getBoundingClientRect();
    return { choice, left, top };
  });
  const from = places.find(({ choice }) => choice === target);
  const next = from && nextByRow(from, places, key, ctrlKey);
  if (!next || next === from) return;
  next.choice.focus();
  next.choice.click();
}
