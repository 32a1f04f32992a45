import { ZONE } from '#domain/calendrier.ts';

const FORMAT = new Intl.DateTimeFormat('fr-BE', { timeZone: ZONE, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const HEURE = new Intl.DateTimeFormat('fr-BE', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

/** 'samedi 21 novembre 2026, 09:22:14', in Brussels. */
export const formatInstant = (instant: Date): string => `${FORMAT.format(instant)}, ${HEURE.format(instant)}`;
