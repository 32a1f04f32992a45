/**
 * Calendar files (RFC 5545, 5546): for a lesson, with which a calendar adds, moves or removes it
 * (MAIL-08), and for a feed (RIDE-41).
 */
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { StatutReservation } from '#domain/lessons/reservations.ts';
import type { Mailbox } from './mailer.ts';

type CalendarLesson = {
  /**
   * `uid` is the same in every file about one lesson; `sequence` increases with each change of it.
   */
  uid: string;
  sequence: number;
  statut: StatutReservation;
  start: Date;
  end: Date;
  title: string;
  description: string;
  location: string;
  /**
   * In an email: when it was written, so that a second sending has an identical file. In a feed:
   * when the lesson was stored, so that a feed without changes stays the same.
   */
  date: Date;
};

type Published = CalendarLesson & { organizer: Mailbox };
export type Invitation = Published & { guest: Mailbox };

const PRODUCT = { company: 'Manege', product: 'Reservations', language: 'FR' };
const STATUS = {
  confirmee: ICalEventStatus.CONFIRMED,
  en_attente: ICalEventStatus.TENTATIVE,
  annulee: ICalEventStatus.CANCELLED,
};

/**
 * Instants are in UTC: every calendar shows them in its owner's time zone, and the file needs no
 * time zone data.
 */
const eventOf = ({
  uid,
  sequence,
  statut,
  start,
  end,
  title,
  description,
  location,
  date,
}: CalendarLesson): ICalEventData => ({
  id: uid,
  sequence,
  start,
  end,
  stamp: date,
  summary: title,
  description,
  location,
  status: STATUS[statut],
  transparency:
    statut === 'annulee' ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
});

export function writeInvitation({ organizer, guest, ...lesson }: Invitation): {
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  content: string;
} {
  const cancelled = lesson.statut === 'annulee';
  const calendar = ical({
    prodId: PRODUCT,
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
    events: [
      {
        ...eventOf(lesson),
        organizer: { name: organizer.name, email: organizer.address },
        attendees: [
          {
            name: guest.name || guest.address,
            email: guest.address,
            role: ICalAttendeeRole.REQ,
            status: ICalAttendeeStatus.ACCEPTED,
            rsvp: false,
          },
        ],
      },
    ],
  });
  return { method: cancelled ? 'CANCEL' : 'REQUEST', content: calendar.toString() };
}

/**
 * A file about several lessons, or one that nobody was invited to by email. RFC 5546 allows requests
 * and cancellations for one event only, so these lessons are published, each with its own status.
 */
export const writeInvitations = (
  lessons: readonly [Published, ...Published[]],
): { method: 'PUBLISH'; content: string } => ({
  method: 'PUBLISH',
  content: ical({
    prodId: PRODUCT,
    method: ICalCalendarMethod.PUBLISH,
    events: lessons.map(({ organizer, ...lesson }) => ({
      ...eventOf(lesson),
      organizer: { name: organizer.name, email: organizer.address },
    })),
  }).toString(),
});

/**
 * Seconds after which a calendar program is asked to read a feed again; most programs take longer.
 */
const REFRESH_SECONDS = 3600;

/** The file of a feed. A calendar program removes a lesson that is no longer in it. */
export function writeFeed(name: string, lessons: readonly CalendarLesson[]): string {
  return ical({
    prodId: PRODUCT,
    method: ICalCalendarMethod.PUBLISH,
    name,
    ttl: REFRESH_SECONDS,
    events: lessons.map(eventOf),
  }).toString();
}
