import type { KeyboardEvent } from 'react';

const CHOICES = 'input[type=radio]:not(:disabled)';

/** Where a choice is drawn, in pixels. */
export type Place = { left: number; top: number };

/**
 * The place that a key leads to from one of several in rows: up and down the nearest of the next
 * row that has any, Home and End the ends of the row, with `ctrl` those of all. undefined: there is
 * none, or the key is not one of these.
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
 * Makes the arrows of radio buttons in rows follow what one sees (UI-52). Left and right are the
 * browser's.
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
