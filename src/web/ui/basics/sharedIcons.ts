/** Icons of the landing page that the part behind the guard shows too. */
import { CalendarClock, Mail } from 'lucide-react';

export const CALENDAR_CLOCK = CalendarClock;
export const MAIL = Mail;
