// chunk: desk-dialogs
/** The dialogs that change a closure of the planning (`../dialogues.tsx`). */
export { EditFermeture } from './EditFermeture.tsx';
export { Rouvrir } from './Rouvrir.tsx';
