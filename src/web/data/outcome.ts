import type { ReactNode } from 'react';
import type { Undo } from '#domain/lessons/undo.ts';

/**
 * Shows the outcome of an action; null removes it, and undefined shows none. With `stays`, until it
 * is closed, because it contains a link. `undo`: what undoes the action (DESK-50).
 */
export type Tell = (
  text: ReactNode,
  more?: { stays?: boolean; undo?: Undo | null | undefined },
) => void;
