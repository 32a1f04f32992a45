import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetEcrits, VISITEUR } from './ecrits.ts';
import { readEcrit, writeEcrit } from './useEcrit.ts';

/** Like the browser's storage: its keys are the keys of the object. */
function memoryStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      Reflect.deleteProperty(this, key);
    },
  };
  return Object.create(methods) as Storage;
}

const HOUR = 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00+01:00') });
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('un écrit se retrouve tel quel, aussi après minuit', () => {
  writeEcrit('camille', 'reservation:1', { heure: '09:00', noms: ['Zoé'] });
  vi.advanceTimersByTime(5 * HOUR);
  expect(readEcrit('camille', 'reservation:1')).toEqual({ heure: '09:00', noms: ['Zoé'] });
});

test('après une demi-journée un écrit ne revient plus', () => {
  // LIM-43
  writeEcrit('camille', 'prix:1', 'ancien');
  vi.advanceTimersByTime(12 * HOUR - 1);
  expect(readEcrit('camille', 'prix:1')).toBe('ancien');
  vi.advanceTimersByTime(1);
  expect(readEcrit('camille', 'prix:1')).toBeNull();
});

test("un écrit n'est ni à une autre personne, ni à un autre formulaire, ni à une autre forme", () => {
  writeEcrit('camille', 'reservation:1', 'le mien');
  expect(readEcrit('hugo', 'reservation:1')).toBeNull();
  expect(readEcrit('camille', 'prix:1')).toBeNull();
  expect(readEcrit('camille', 'reservation:2')).toBeNull();
});

test("se déconnecter oublie tous les écrits, de tous, et rien d'autre", () => {
  writeEcrit('camille', 'reservation:1', 'a');
  writeEcrit('hugo', 'reservation:1', 'b');
  sessionStorage.setItem('manege:recharge', '1');
  forgetEcrits();
  expect(readEcrit('camille', 'reservation:1')).toBeNull();
  expect(readEcrit('hugo', 'reservation:1')).toBeNull();
  expect(sessionStorage.getItem('manege:recharge')).toBe('1');
});

test("ce qu'un visiteur a tapé s'oublie sans toucher aux écrits des personnes", () => {
  // UI-70
  writeEcrit(VISITEUR, 'inscription.1', 'a');
  writeEcrit('camille', 'reservation:1', 'b');
  expect(Object.keys(sessionStorage)).toContain('manege:ecrit:visiteur:inscription.1');
  forgetEcrits(VISITEUR);
  expect(Object.keys(sessionStorage)).toEqual(['manege:ecrit:camille:reservation:1']);
});

test("un navigateur qui ne garde rien, ou autre chose, n'arrête personne", () => {
  sessionStorage.setItem('manege:ecrit:camille:reservation:1', '{"ecrit":');
  expect(readEcrit('camille', 'reservation:1')).toBeNull();
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  writeEcrit('camille', 'reservation:1', 'x');
  expect(readEcrit('camille', 'reservation:1')).toBeNull();
  forgetEcrits(VISITEUR);
});

function refuse(): never {
  throw new DOMException('denied', 'SecurityError');
}
