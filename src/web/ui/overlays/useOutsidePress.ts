import { type MouseEvent, type PointerEvent, useRef } from 'react';

/**
 * Handlers for a native dialog: a press that begins and ends on its backdrop. A press that begins
 * inside, to select a text, closes nothing.
 */
export function useOutsidePress(onPress: () => void) {
  const outside = useRef(false);
  return {
    onPointerDown: ({ target, currentTarget }: PointerEvent<HTMLDialogElement>) => {
      outside.current = target === currentTarget;
    },
    onClick: ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
      if (outside.current && target === currentTarget) onPress();
    },
  };
}
