import { expect, test } from 'vitest';
import { codesSecoursDocument } from './codes_secours.ts';

test("les codes à imprimer : chacun sur sa ligne, le compte et le centre, rien d'autre que du texte", () => {
  // ACC-66
  const html = codesSecoursDocument(
    ['0123-4567-89ab-cdef-ghjk-mnpq', 'zzzz-zzzz-zzzz-zzzz-zzzz-zzzz'],
    { email: 'zoé<b>@essai.example', centre: 'Manège & fils' },
  );
  expect(html.match(/<li>.*?<\/li>/gu)).toHaveLength(2);
  expect(html).toContain('0123-4567-89ab-cdef-ghjk-mnpq');
  expect(html).toContain('zoé&lt;b&gt;@essai.example');
  expect(html).toContain('Manège &amp; fils');
  expect(html).not.toContain('<script');
});
