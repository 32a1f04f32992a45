import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetOffline, keepOffline, type Offline, readOffline } from './offline.ts';

const HOUR = 60 * 60_000;
const CAMILLE = { id: 'u1', role: 'utilisateur' } as const;
const HUGO = { id: 'u2', role: 'utilisateur' } as const;
const SOPHIE = { id: 'u3', role: 'admin' } as const;

let stored: Map<string, string>;
/** A reading made now. */
const lu = () => ({ at: Date.now(), lu: { jour: '2026-11-21', heure: '14:02' }, lecons: [] });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T13:02:00Z') });
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('ce qui est gardé se relit, chaque lecture avec son heure', () => {
  // UI-56
  keepOffline(SOPHIE, { miennes: lu() });
  vi.advanceTimersByTime(HOUR);
  keepOffline(SOPHIE, { planning: lu() });
  const kept = readOffline(SOPHIE);
  expect(kept?.miennes?.lu).toEqual({ jour: '2026-11-21', heure: '14:02' });
  expect((kept?.planning?.at ?? 0) - (kept?.miennes?.at ?? 0)).toBe(HOUR);
});

test("rien n'est lu après 48 heures, ni d'un avenir que l'horloge a quitté ; ce qui est trop vieux est effacé", () => {
  // UI-56, LIM-99
  keepOffline(SOPHIE, { miennes: lu() });
  vi.advanceTimersByTime(24 * HOUR);
  keepOffline(SOPHIE, { planning: lu() });
  vi.advanceTimersByTime(24 * HOUR - 1);
  expect(Object.keys(readOffline(SOPHIE) ?? {})).toEqual(['miennes', 'planning']);
  vi.advanceTimersByTime(1);
  expect(Object.keys(readOffline(SOPHIE) ?? {})).toEqual(['planning']);
  vi.setSystemTime(Date.now() - 90 * HOUR);
  expect(readOffline(SOPHIE)).toBe(null);
  expect([...stored.keys()]).toEqual([]);
});

test("un autre compte ne lit rien, et l'efface ; un autre rôle du même compte aussi", () => {
  // UI-56
  keepOffline(CAMILLE, { miennes: lu() });
  expect(readOffline(HUGO)).toBe(null);
  expect([...stored.keys()]).toEqual([]);
  keepOffline(SOPHIE, { planning: lu() });
  expect(readOffline({ ...SOPHIE, role: 'utilisateur' })).toBe(null);
  expect([...stored.keys()]).toEqual([]);
});

test("ce qui est gardé d'un compte ne se mêle pas à celui d'avant", () => {
  // UI-56
  keepOffline(SOPHIE, { planning: lu() });
  keepOffline(CAMILLE, { miennes: lu() });
  expect(Object.keys(readOffline(CAMILLE) ?? {})).toEqual(['miennes']);
  forgetOffline();
  expect(readOffline(CAMILLE)).toBe(null);
});

test("un stockage plein, interdit ou illisible ne garde rien et n'arrête rien", () => {
  // UI-56
  stored.set('horsConnexion.1', '{');
  expect(readOffline(CAMILLE)).toBe(null);
  keepOffline(CAMILLE, { miennes: lu() });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  keepOffline(CAMILLE, { miennes: lu() });
  expect(readOffline(CAMILLE)).toBe(null);
  vi.stubGlobal('localStorage', undefined);
  const kept: Offline = { miennes: lu() };
  expect(() => {
    keepOffline(CAMILLE, kept);
    forgetOffline();
  }).not.toThrow();
  expect(readOffline(CAMILLE)).toBe(null);
});
