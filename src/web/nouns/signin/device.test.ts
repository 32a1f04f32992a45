import { expect, test } from 'vitest';
import { deviceOf, isMobile } from './device.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

test('un navigateur et son système se disent en français simple', () => {
  expect(deviceOf(CHROME)).toBe('Chrome sur Windows');
  expect(deviceOf(`${CHROME} Edg/131.0.0.0`)).toBe('Edge sur Windows');
  expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0')).toBe(
    'Firefox sur Linux',
  );
  expect(
    deviceOf(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    ),
  ).toBe('Safari sur macOS');
  expect(
    deviceOf(
      'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    ),
  ).toBe('Chrome sur Android');
  expect(
    deviceOf(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Chrome sur iPhone');
});

test("ce qui n'est pas reconnu n'est pas deviné", () => {
  expect(deviceOf('')).toBe('Appareil inconnu');
  expect(deviceOf('curl/8.5.0')).toBe('Appareil inconnu');
  expect(deviceOf('<script>alert(1)</script>')).toBe('Appareil inconnu');
  expect(deviceOf('Robot (Windows NT 10.0)')).toBe('Navigateur inconnu sur Windows');
});

test("un téléphone se distingue d'un ordinateur", () => {
  expect(isMobile(CHROME)).toBe(false);
  expect(
    isMobile('Mozilla/5.0 (Linux; Android 14; Pixel 7) Chrome/131.0.0.0 Mobile Safari/537.36'),
  ).toBe(true);
});
