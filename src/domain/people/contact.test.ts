import { expect, test } from 'vitest';
import { emailHref, telephoneHref, refuseContact } from './contact.ts';

test.each([
  // SET-20
  ['', null],
  ['081 61 23 45', null],
  ['+32 (0)81/61.23.45', null],
  ['0470-12-34-56', null],
  ['112', 'contact_telephone_invalide'],
  ['appelez-nous', 'contact_telephone_invalide'],
  ['081 61 23 45 poste 3', 'contact_telephone_invalide'],
  ['081 61\n23 45', 'contact_telephone_invalide'],
  ['0'.repeat(41), 'contact_telephone_invalide'],
])('le téléphone %j : %j', (contactTelephone, code) =>
  expect(refuseContact({ contactTelephone, contactEmail: '' })).toBe(code),
);

test.each([
  ['', null],
  ['accueil@essai.example', null],
  ['accueil', 'contact_email_invalide'],
  ['a@essai.example, b@essai.example', 'contact_email_invalide'],
])("l'email %j : %j", (contactEmail, code) => {
  expect(refuseContact({ contactTelephone: '', contactEmail })).toBe(code);
});

test.each([
  ['081 61 23 45', 'tel:081612345'],
  ['+32 (0)81/61.23.45', 'tel:+3281612345'],
  ['(081) 61 23 45', 'tel:081612345'],
])('%s appelle %s', (number, lien) => {
  expect(telephoneHref(number)).toBe(lien);
});

test('une adresse devient un lien, quels que soient ses signes', () => {
  expect(emailHref('a+b@essai.example')).toBe('mailto:a%2Bb@essai.example');
  expect(emailHref('a?b&c@essai.example')).toBe('mailto:a%3Fb%26c@essai.example');
});
