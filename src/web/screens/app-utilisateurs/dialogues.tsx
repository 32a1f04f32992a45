/**
 * What the buttons of the accounts open: one file, loaded at the first sign that somebody uses the
 * page.
 */
export { AccountDialogs } from './AccountDialogs.tsx';
export { ClientDialogs } from './ClientDialogs.tsx';
