/**
 * Printed statements (REL-70). The QR codes are read back by another library, and their text by a
 * parser of EPC069-12 written here.
 */
import jsQR from 'jsqr';
import { describe, expect, test } from 'vitest';
import { releveReport } from './releves.ts';

const CENTRE = {
  titulaire: 'Écuries du Moulin SRL',
  iban: 'BE68539007547034',
  nom: 'Les Écuries du Moulin',
  forme: 'SRL',
  adresse: 'Rue du Moulin 12',
  numero: 'BE 0123.456.749',
};
const HEADER = { centre: 'Les Écuries du Moulin' };

const releve = (more: object = {}) => ({
  numero: '2026-11-0042',
  mois: '2026-11',
  jour: '2026-12-01',
  nom: 'Benoît Grégoire',
  adresse: null,
  blocs: [
    {
      cavalier: 'Zoé',
      lignes: [
        {
          jour: '2026-11-04',
          libelle: 'Leçon collective',
          montant: 22,
          ecart: false,
          raison: null,
        },
      ],
      total: 22,
    },
  ],
  solde_precedent: 0,
  ce_mois: 22,
  paye: 0,
  a_payer: 22,
  communication: '202611004238',
  ...more,
});

const print = (more: object = {}, centre: object = {}) =>
  releveReport([releve(more)], { ...CENTRE, ...centre }, HEADER);

/** The modules of the code in a document, drawn with some points each, then read. */
function readCode(html: string): { text: string; quiet: number } {
  const [, size = '', path = ''] =
    /<svg class="qr" viewBox="0 0 (\d+) \1"[^>]*><path d="([^"]*)"/.exec(html) ?? [];
  const scale = 4;
  const width = Number(size) * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  let quiet = Number(size);
  for (const [, x = '', y = '', run = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    const [left, top, length] = [Number(x), Number(y), Number(run)];
    quiet = Math.min(quiet, left, top, Number(size) - left - length, Number(size) - 1 - top);
    for (let row = 0; row < scale; row += 1) {
      const start = ((top * scale + row) * width + left * scale) * 4;
      for (let point = 0; point < scale * length; point += 1)
        pixels.fill(0, start + point * 4, start + point * 4 + 3);
    }
  }
  const code = jsQR(pixels, width, width, { inversionAttempts: 'dontInvert' });
  if (!code) throw new Error('no code');
  return { text: new TextDecoder().decode(new Uint8Array(code.binaryData)), quiet };
}

/** EPC069-12, version 002: the lines in their order, without a bank code in the area of the euro. */
function parseEpc(text: string) {
  const lines = text.split('\n');
  const [tag, version, signs, id, bic, nom, iban, montant, objet, reference, libre] = lines;
  expect([tag, version, signs, id, bic]).toEqual(['BCD', '002', '1', 'SCT', '']);
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(331);
  expect(nom?.length).toBeLessThanOrEqual(70);
  expect(objet).toBe('');
  expect(libre).toBe('');
  expect(montant).toMatch(/^EUR(0|[1-9]\d{0,8})\.\d{2}$/);
  expect(reference).toMatch(/^\d{12}$/);
  return { nom, iban, montant: montant?.slice(3), reference };
}

/** A sequence that is the same in every run. */
function randomly(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('le code QR du virement', () => {
  test('les mentions sont celles du relevé, le compte est celui du centre ; sans mentions gardées, celles du centre', () => {
    // REL-15, REL-17
    const mentions = { nom: 'Ancien nom', forme: 'ASBL', adresse: 'Rue Ancienne 1', numero: '' };
    const kept = print({ mentions });
    expect(kept).toContain('Ancien nom');
    expect(kept).toContain('Rue Ancienne 1');
    expect(kept).toContain('2026-11-0042 · Ancien nom');
    expect(kept).not.toContain('Rue du Moulin 12');
    expect(kept).not.toContain('BE 0123.456.749');
    expect(parseEpc(readCode(kept).text)).toMatchObject({ iban: CENTRE.iban });
    for (const older of [print(), print({ mentions: null })])
      expect(older).toContain('Rue du Moulin 12');
  });

  test('se relit tel quel, pour 200 montants et titulaires', () => {
    // REL-17
    const random = randomly(28);
    const signs = Array.from("abcdefghijklmnopqrstuvwxyzÀÂÇÉÈÊËÎÏÔŒÙÛÜàâçéèêëîïôœùûü &'’-.ñß");
    for (let n = 0; n < 200; n += 1) {
      const centimes = 1 + random([9_999_999, 100_000, 1000][n % 3] ?? 1);
      const euros = String(centimes).padStart(3, '0');
      const titulaire = Array.from(
        { length: 1 + random(70) },
        () => signs[random(signs.length)] ?? 'x',
      ).join('');
      const dix = `2026${String(1 + random(12)).padStart(2, '0')}${String(1 + random(9998)).padStart(4, '0')}`;
      const communication = `${dix}${String(Number(BigInt(dix) % 97n) || 97).padStart(2, '0')}`;
      const html = print({ a_payer: centimes / 100, communication }, { titulaire });
      const { text, quiet } = readCode(html);
      expect(parseEpc(text)).toEqual({
        nom: titulaire,
        iban: CENTRE.iban,
        montant: `${euros.slice(0, -2)}.${euros.slice(-2)}`,
        reference: communication,
      });
      expect(quiet).toBe(4);
    }
  });

  test("n'est pas là sans compte, sans titulaire, ou sans rien à payer, et une phrase le dit", () => {
    const without = (html: string) => {
      expect(html).not.toMatch(/<svg class="qr"|IBAN<|\+\+\+/);
      return html;
    };
    const unknown = "Le centre n'a pas encore indiqué de compte bancaire\u202f: demandez-lui";
    expect(without(print({}, { iban: '' }))).toContain(unknown);
    expect(without(print({}, { titulaire: '' }))).toContain(unknown);
    expect(without(print({ paye: 22, a_payer: 0 }))).toContain('Rien à payer.');
    expect(without(print({ paye: 34.5, a_payer: -12.5 }))).toMatch(
      /Rien à payer\u202f: votre compte a un crédit de 12,50.€\./,
    );
  });
});

test('échappe ce que des personnes ont écrit, et ne parle ni de facture ni de TVA', () => {
  const HOSTILE = '</style><script>alert("1")</script>&\'';
  const html = print(
    {
      nom: HOSTILE,
      adresse: HOSTILE,
      blocs: [
        {
          cavalier: HOSTILE,
          lignes: [
            { jour: '2026-11-04', libelle: HOSTILE, montant: 1, ecart: true, raison: HOSTILE },
          ],
          total: 1,
        },
      ],
    },
    { nom: HOSTILE, titulaire: HOSTILE, adresse: HOSTILE, forme: HOSTILE, numero: HOSTILE },
  );
  expect(html).not.toMatch(/<script/i);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
  const read = html.slice(html.indexOf('<body')).replaceAll(/<[^>]+>/g, '');
  expect(read.match(/&lt;script&gt;/g)).toHaveLength(11);
  expect(read).not.toMatch(/facture|TVA/i);
  // UI-78
  expect(read).not.toMatch(/\S [:;!?»](?!\S)|« /);
});
