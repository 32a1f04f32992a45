import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Fragment, jsx, jsxs, withPlaces } from './jsxRuntime.ts';

const drawn = (children: unknown, type: 'p' | 'option' | typeof Fragment = 'p') =>
  renderToStaticMarkup(jsxs(type, { children }));
const icon = jsx('b', {}, 'signe');

test('un texte à côté d’un élément a sa place ; seul, il n’en demande pas', () => {
  // UI-120
  expect(drawn(['Réserver', icon])).toBe('<p><span>Réserver</span><b></b></p>');
  expect(drawn([3, ' places', false, null, ' libres'])).toBe('<p>3 places libres</p>');
  expect(drawn([icon, ['de ', 'Zoé'], '.'])).toBe('<p><b></b><span>de Zoé.</span></p>');
  expect(drawn([icon, ' ', icon])).toBe('<p><b></b> <b></b></p>');
  expect(drawn('Bonjour', Fragment)).toBe('<span>Bonjour</span>');
  expect(drawn(['10:00', ''], 'option')).toBe('<option>10:00</option>');
});

test('chaque élément garde sa position, que le texte à côté vienne ou parte', () => {
  // UI-120
  const positionIn = (children: unknown[]) =>
    (withPlaces('p', { children }) as { children: unknown[] }).children.indexOf(icon);
  expect(positionIn(['a', 'b', icon])).toBe(2);
  expect(positionIn([null, 'b', icon])).toBe(2);
  expect(positionIn([null, false, icon])).toBe(2);
});
