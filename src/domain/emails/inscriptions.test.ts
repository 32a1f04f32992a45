import { describe, expect, test } from 'vitest';
import { notifiedOf, type Digest, digestWith } from './inscriptions.ts';
import type { Parametres } from '../settings/parametres.ts';

const PARAMETRES = { emailNotifications: true, adminEmail: '' } as Parametres;
const NOW = new Date('2026-11-21T08:30:00Z');
const minutes = (n: number): Date => new Date(NOW.getTime() + n * 60_000);
const personne = (id: string) => ({
  id,
  email: `${id}@essai.example`,
  prenom: 'Zoé',
  nom: id,
  full_name: null,
});

test("une inscription s'annonce une fois à chacun : le centre n'est pas écrit deux fois quand son adresse est celle d'un administrateur", () => {
  const sophie = personne('sophie');
  const adresses = (adminEmail: string, emailNotifications = true) =>
    notifiedOf([sophie], { ...PARAMETRES, adminEmail, emailNotifications }).map(
      ({ key, adresse }) => `${key} ${adresse.destinataire}`,
    );
  expect(adresses(sophie.email)).toEqual(['sophie sophie@essai.example']);
  expect(adresses('centre@essai.example')).toEqual([
    'sophie sophie@essai.example',
    'centre centre@essai.example',
  ]);
  expect(adresses('centre@essai.example', false)).toEqual([]);
});

describe("les inscriptions d'un même email", () => {
  // MAIL-04, LIM-38
  /**
   * Signs people up at these minutes. Returns when the email is sent after each sign-up, and the
   * final content.
   */
  const burst = (instants: readonly number[], notBefore = 0) => {
    let contenu: Digest | null = null;
    const departs = instants.map((instant, n) => {
      const outcome = digestWith(contenu, personne(`p${n}`), {
        notBefore: minutes(notBefore),
        now: minutes(instant),
      });
      contenu = outcome.contenu;
      return (outcome.envoyer_apres.getTime() - NOW.getTime()) / 60_000;
    });
    return { departs, contenu: contenu as Digest | null };
  };

  test('il part dix minutes après la dernière, une heure après la première au plus tard', () => {
    expect(burst([0, 1, 5, 14, 23, 32, 41, 49, 55, 59]).departs).toEqual([
      10, 11, 15, 24, 33, 42, 51, 59, 60, 60,
    ]);
  });

  test("il ne part pas avant qu'une heure soit passée depuis le précédent", () => {
    expect(burst([0, 20], 45).departs).toEqual([45, 45]);
    expect(burst([0, 40], 45).departs).toEqual([45, 50]);
  });

  test('cent y sont nommées, dans leur ordre, les autres comptées', () => {
    const { contenu } = burst(Array<number>(130).fill(0));
    expect(contenu?.demandes.map(({ user_id }) => user_id)).toEqual(
      Array.from({ length: 100 }, (_, n) => `p${n}`),
    );
    expect([contenu?.autres, contenu?.depuis]).toEqual([30, NOW.toISOString()]);
  });
});
