import { expect, test } from 'vitest';
import { attenteOf, avantOf, dureesEnVigueur } from './durees.ts';

const REGLAGES = {
  lessonRetention: true,
  lessonMonths: 36,
  cancelledDays: 30,
  journalMois: 13,
  sauvegardesJours: 7,
  sauvegardesSemaines: 4,
  sauvegardesMois: 12,
};
const at = (hour: number) => new Date(Date.UTC(2026, 11, 31, hour));

test('de chaque durée la plus longue vaut pendant un jour, et « toujours » est la plus longue', () => {
  // SET-51, LIM-222
  const off = { ...REGLAGES, lessonRetention: false, lessonMonths: 1 };
  const wanted = { ...REGLAGES, lessonMonths: 60, journalMois: 12 };
  const avant = avantOf(off, null, wanted, at(0));
  expect(avant?.jusque).toEqual(at(24));
  expect(dureesEnVigueur(wanted, avant, at(23))).toMatchObject({
    leconsMois: null,
    annuleesJours: null,
    journalMois: 13,
    sauvegardesJours: 7,
  });
  expect(dureesEnVigueur(wanted, avant, at(24))).toMatchObject({ leconsMois: 60, journalMois: 12 });
  expect([attenteOf(wanted, avant, at(23))?.champs, attenteOf(wanted, avant, at(24))]).toEqual([
    ['lessonMonths', 'cancelledDays', 'journalMois'],
    null,
  ]);
});

test('allumer et éteindre, ou raccourcir et remettre, ne laisse rien ; ce qui est passé ne revient pas', () => {
  const shorter = { ...REGLAGES, sauvegardesMois: 0 };
  const avant = avantOf(REGLAGES, null, shorter, at(0));
  expect(avantOf(shorter, avant, REGLAGES, at(12))).toBeNull();
  expect(avantOf(shorter, avant, { ...shorter, journalMois: 60 }, at(25))).toBeNull();
  // A later shortening waits for its own day, with what is in force then.
  expect(avantOf(shorter, avant, { ...shorter, sauvegardesJours: 1 }, at(25))).toEqual({
    durees: expect.objectContaining({ sauvegardesJours: 7, sauvegardesMois: 0 }),
    jusque: at(49),
  });
});
