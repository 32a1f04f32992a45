/** The calendar file of a lesson (MAIL-08; RFC 5545, 5546), by which a calendar adds, moves or removes it. */
import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { StatutReservation } from '#domain/reservations.ts';
import type { Adresse } from './mailer.ts';

export type Invitation = {
  /** The same for every file about one lesson; `sequence` grows with each change of it. */
  uid: string;
  sequence: number;
  statut: StatutReservation;
  debut: Date;
  fin: Date;
  titre: string;
  description: string;
  lieu: string;
  organisateur: Adresse;
  invite: Adresse;
  /** When the email was written, so that a second sending has an identical file. */
  date: Date;
};

const STATUS = { confirmee: ICalEventStatus.CONFIRMED, en_attente: ICalEventStatus.TENTATIVE, annulee: ICalEventStatus.CANCELLED };

/** Instants are written in UTC: every calendar shows them on its owner's clock, without a table of time zones. */
export function writeInvitation(invitation: Invitation): { method: 'REQUEST' | 'CANCEL'; content: string } {
  const { uid, sequence, statut, debut, fin, titre, description, lieu, organisateur, invite, date } = invitation;
  const annulee = statut === 'annulee';
  const calendar = ical({
    prodId: { company: 'Manege', product: 'Reservations', language: 'FR' },
    method: annulee ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
    events: [{
      id: uid, sequence, start: debut, end: fin, stamp: date, summary: titre, description, location: lieu,
      status: STATUS[statut],
      transparency: annulee ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      organizer: { name: organisateur.name, email: organisateur.address },
      attendees: [{ name: invite.name || invite.address, email: invite.address, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
    }],
  });
  return { method: annulee ? 'CANCEL' : 'REQUEST', content: calendar.toString() };
}
