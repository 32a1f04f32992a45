import { expect, test } from 'vitest';
import { confirmationInWords, envoisOf } from './envois.ts';

const ON = {
  emailNotifications: true,
  sendConfirmation: true,
  sendReminders: true,
  sendCancellation: true,
  sendModification: true,
} as Parameters<typeof envoisOf>[0];

test("aucun email n'est promis là où aucun ne part", () => {
  // UI-73
  expect(envoisOf(ON, true)).toEqual({
    lien: true,
    confirmation: true,
    rappel: true,
    annulation: true,
    modification: true,
    place: true,
  });
  expect(envoisOf(ON, false)).toEqual({
    lien: false,
    confirmation: false,
    rappel: false,
    annulation: false,
    modification: false,
    place: false,
  });
  expect(envoisOf({ ...ON, emailNotifications: false }, true)).toEqual({
    lien: true,
    confirmation: false,
    rappel: false,
    annulation: false,
    modification: false,
    place: false,
  });
  expect(envoisOf({ ...ON, sendReminders: false }, true)).toMatchObject({
    confirmation: true,
    rappel: false,
  });
  expect(envoisOf({ ...ON, sendModification: false }, true)).toMatchObject({
    annulation: true,
    modification: false,
  });
  expect(envoisOf({ ...ON, sendCancellation: false }, true)).toMatchObject({
    annulation: false,
    modification: true,
  });
  expect(confirmationInWords({ confirmation: true, rappel: true })).toBe(
    'Chaque réservation est confirmée par email, avec de quoi la ranger dans votre agenda, et rappelée la veille.',
  );
  expect(confirmationInWords({ confirmation: true, rappel: false })).toBe(
    'Chaque réservation est confirmée par email, avec de quoi la ranger dans votre agenda.',
  );
  expect(confirmationInWords({ confirmation: false, rappel: true })).toBe(
    "Ce centre n'envoie pas d'email de confirmation\u202f: chaque réservation est confirmée aussitôt à l'écran, et se retrouve dans «\u202fMes réservations\u202f».",
  );
});
