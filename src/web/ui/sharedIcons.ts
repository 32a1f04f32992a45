import { Mail } from 'lucide-react';

/** The icon of the landing page that the menu behind the guard shows too. */
export const MAIL = Mail;
