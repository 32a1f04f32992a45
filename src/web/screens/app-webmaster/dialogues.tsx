// chunk: desk-dialogs
/**
 * The dialogs that change a lesson of the planning, and what undoes it: one file with those of
 * `fermetures` (vite.config.ts), loaded when the pointer or the focus first reaches a lesson.
 */
export { EditReservation } from './edit/EditReservation.tsx';
export { RemoveReservation } from './withdraw/RemoveReservation.tsx';
export { UndoButton, UndoLast } from './withdraw/Undo.tsx';
