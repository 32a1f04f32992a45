/** The calendar file of a lesson (MAIL-08; RFC 5545, 5546), by which a calendar adds, moves or removes it. */
import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { StatutReservation } from '#domain/reservations.ts';
import type { Mailbox } from './mailer.ts';

export type Invitation = {
  /** The same for every file about one lesson; `sequence` grows with each change of it. */
  uid: string;
  sequence: number;
  statut: StatutReservation;
  start: Date;
  end: Date;
  title: string;
  description: string;
  location: string;
  organizer: Mailbox;
  guest: Mailbox;
  /** When the email was written, so that a second sending has an identical file. */
  date: Date;
};

const STATUS = { confirmee: ICalEventStatus.CONFIRMED, en_attente: ICalEventStatus.TENTATIVE, annulee: ICalEventStatus.CANCELLED };

/** Instants are written in UTC: every calendar shows them on its owner's clock, without a table of time zones. */
export function writeInvitation(invitation: Invitation): { method: 'REQUEST' | 'CANCEL'; content: string } {
  const { uid, sequence, statut, start, end, title, description, location, organizer, guest, date } = invitation;
  const cancelled = statut === 'annulee';
  const calendar = ical({
    prodId: { company: 'Manege', product: 'Reservations', language: 'FR' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
    events: [{
      id: uid, sequence, start, end, stamp: date, summary: title, description, location,
      status: STATUS[statut],
      transparency: cancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      organizer: { name: organizer.name, email: organizer.address },
      attendees: [{ name: guest.name || guest.address, email: guest.address, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
    }],
  });
  return { method: cancelled ? 'CANCEL' : 'REQUEST', content: calendar.toString() };
}
