/** The printed plannings (DESK-22): a day on portrait sheets, a week on one landscape sheet per arena. */
import { addDays, formatJour, semaineOf } from '#domain/calendrier.ts';
import { CRENEAUX, PAS, PISTES, toMinutes, TYPES_PISTE, type TypePiste } from '#domain/creneaux.ts';
import { NOMS_STATUT, type StatutReservation } from '#domain/reservations.ts';
import { MAX_PERSONNES_INCONNU, type TypeLecon } from '#domain/types_lecons.ts';
import { COCHE, CROIX, documentOf, type EnTete, enTeteOf, SABLIER, texte } from './impression.ts';

export type ReservationImprimee = {
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  type_piste: TypePiste;
  type_lecon: string;
  noms_participants: readonly string[];
  nombre_personnes: number;
  statut: StatutReservation;
  remarques: string | null;
};

type Types = readonly Pick<TypeLecon, 'value' | 'label' | 'max_personnes'>[];

/** A sign and a word for each status, so that no colour is needed. */
const STATUTS: Record<StatutReservation, string> = {
  confirmee: `${COCHE} ${NOMS_STATUT.confirmee}`, en_attente: `${SABLIER} ${NOMS_STATUT.en_attente}`, annulee: `${CROIX} ${NOMS_STATUT.annulee}`,
};

const labelOf = (types: Types, { type_lecon }: ReservationImprimee): string => types.find(({ value }) => value === type_lecon)?.label ?? type_lecon;
const maxOf = (types: Types, { type_lecon }: ReservationImprimee): number => types.find(({ value }) => value === type_lecon)?.max_personnes ?? MAX_PERSONNES_INCONNU;
const byHeure = (a: ReservationImprimee, b: ReservationImprimee): number =>
  `${a.date_reservation} ${a.heure_debut}`.localeCompare(`${b.date_reservation} ${b.heure_debut}`);
const capitale = (mots: string): string => mots.charAt(0).toUpperCase() + mots.slice(1);
const nombreEnMots = (n: number): string => `${n} réservation${n > 1 ? 's' : ''}`;

const STYLE_JOUR = `
section{margin-bottom:7mm}
h2{display:flex;justify-content:space-between;align-items:baseline;margin-bottom:2mm}
h2 small{font:400 9pt sans-serif}
td.h{width:25mm;font-weight:600;white-space:nowrap}
td.l{width:44mm}td.l b{display:block}
td.t{width:27mm;white-space:nowrap}
.remarque{margin-top:1mm;border-left:2px solid #777;padding-left:2mm;font-size:9pt;white-space:pre-line}
.annulee td.h,.annulee td.l b,.annulee ol{text-decoration:line-through}
.annulee td.t,.en_attente td.t{font-weight:600}
ol{margin:0;padding-left:5mm}
.vide{border:1px dashed #555;padding:4mm;text-align:center}
`;

/** A day: both arenas by the hour, each lesson with its status, cancelled ones too (DESK-11). */
export function planningDuJour(jour: string, reservations: readonly ReservationImprimee[], types: Types, enTete: EnTete): string {
  const duJour = reservations.filter(({ date_reservation }) => date_reservation === jour).toSorted(byHeure);
  const sections = TYPES_PISTE.map((piste) => {
    const lignes = duJour.filter(({ type_piste }) => type_piste === piste);
    return `<section><h2>${PISTES[piste].nom}<small>${nombreEnMots(lignes.length)}</small></h2>${lignes.length === 0
      ? '<p class="vide">Aucune réservation</p>'
      : `<table><thead><tr><th>Heure</th><th>Leçon</th><th>Participants</th><th>Statut</th></tr></thead><tbody>${lignes.map((ligne) => ligneDuJour(ligne, types)).join('')}</tbody></table>`}</section>`;
  });
  const titre = `Planning du ${formatJour(jour, 'long')}`;
  return documentOf({
    titre,
    orientation: 'portrait',
    style: STYLE_JOUR,
    corps: enTeteOf('Planning de la journée', `${capitale(formatJour(jour, 'long'))} · ${nombreEnMots(duJour.length)}`, enTete) + sections.join(''),
  }, enTete);
}

function ligneDuJour(reservation: ReservationImprimee, types: Types): string {
  const { heure_debut, heure_fin, noms_participants: noms, nombre_personnes: n, statut, remarques } = reservation;
  return `<tr class="${statut}"><td class="h">${heure_debut} – ${heure_fin}</td>`
    + `<td class="l"><b>${texte(labelOf(types, reservation))}</b>${n} / ${maxOf(types, reservation)} ${n > 1 ? 'personnes' : 'personne'}</td>`
    + `<td><ol>${noms.map((nom) => `<li>${texte(nom)}</li>`).join('')}</ol>${remarques ? `<p class="remarque">${texte(remarques)}</p>` : ''}</td>`
    + `<td class="t">${STATUTS[statut]}</td></tr>`;
}

/** The width of a line in a cell of the week, in units of an average small letter. */
const PAR_LIGNE = 23;
/** The width of `+9` beside the last name, in the same unit. */
const COMPTE = 3.5;
/** Lines of names in the first half hour of a lesson, after the line of the hour; each further half hour has two more. */
const LIGNES_PAR_PAS = 1;
const LIGNES_EN_PLUS = 2;

const STYLE_SEMAINE = `
.feuille{break-before:page}.feuille:first-child{break-before:auto}
header{margin-bottom:2mm;padding-bottom:1.5mm}h1{font-size:15pt}
.grille{table-layout:fixed;width:calc(100% - 1px);font-size:7pt;line-height:2.55mm}
.grille th,.grille td{padding:.3mm .8mm;height:6.4mm}
.grille th{vertical-align:middle}
.grille thead th{height:6.5mm;text-align:center;font-size:8.5pt}
.grille th.h{width:13mm;text-align:center;font-size:8pt}
.grille td{overflow:hidden;border-color:#999}
.grille td.libre{color:#999;text-align:center}
.grille td.lecon{border:2px solid #000;background:#fff}
.grille td.complet{background:repeating-linear-gradient(135deg,#fff 0 1.5mm,#e4e4e4 1.5mm 2mm)}
.grille td.en_attente{border-style:dashed}
.grille p{white-space:nowrap;overflow:hidden;text-overflow:clip}
.grille p.quoi{display:flex;gap:.8mm}.grille p.quoi i{font-size:6.4pt}.grille i{min-width:0;overflow:hidden;text-overflow:ellipsis}.grille p>i{display:block}
.grille b{font-size:7.2pt}
.legende{margin-top:1.5mm;font-size:8pt;color:#333}
.liste{columns:3;column-gap:6mm;font-size:8pt}
.liste li{break-inside:avoid;padding:1mm 0;border-bottom:1px solid #777}
`;

/** A week, Monday to Sunday: one sheet per arena, then a list of the names that no cell had room for. Without cancelled lessons (DESK-06). */
export function planningDeLaSemaine(lundi: string, reservations: readonly ReservationImprimee[], types: Types, enTete: EnTete): string {
  const jours = semaineOf(lundi);
  const actives = reservations.filter(({ date_reservation, statut }) => statut !== 'annulee' && jours.includes(date_reservation)).toSorted(byHeure);
  const periode = `Du ${formatJour(lundi, 'long')} au ${formatJour(addDays(lundi, 6), 'long')}`;
  const feuilles = TYPES_PISTE.map((piste) => {
    const siennes = actives.filter(({ type_piste }) => type_piste === piste);
    return `<section class="feuille">${enTeteOf(`Planning de la semaine · ${PISTES[piste].nom}`, `${periode} · ${nombreEnMots(siennes.length)}`, enTete)}`
      + `${grille(jours, siennes, types)}<p class="legende">Trait épais : leçon. Hachures : leçon complète. Trait interrompu et ${SABLIER} : en attente. `
      + `+n : participants dont les noms sont sur la feuille suivante.</p></section>`;
  });
  const longues = actives.filter((reservation) => nomsQuiTiennent(reservation) < reservation.noms_participants.length);
  return documentOf({
    titre: `Planning de la semaine du ${formatJour(lundi, 'annee')}`,
    orientation: 'landscape',
    style: STYLE_SEMAINE,
    corps: feuilles.join('') + (longues.length > 0 ? listeDesNoms(longues, types, periode, enTete) : ''),
  }, enTete);
}

/** Half hours a lesson lasts on the grid. */
const dureeEnPas = ({ heure_debut, heure_fin }: Pick<ReservationImprimee, 'heure_debut' | 'heure_fin'>): number =>
  Math.max(1, Math.ceil((toMinutes(heure_fin) - toMinutes(heure_debut)) / PAS));

function grille(jours: readonly string[], reservations: readonly ReservationImprimee[], types: Types): string {
  // No lesson begins at the last start (BOOK-02).
  const heures = CRENEAUX.slice(0, -1);
  const tenus = new Set(reservations.flatMap((reservation) => Array.from(
    { length: dureeEnPas(reservation) - 1 }, (_, i) => `${reservation.date_reservation} ${toMinutes(reservation.heure_debut) + (i + 1) * PAS}`,
  )));
  const celluleAt = (jour: string, heure: string): string => {
    if (tenus.has(`${jour} ${toMinutes(heure)}`)) return '';
    const reservation = reservations.find(({ date_reservation, heure_debut }) => date_reservation === jour && heure_debut === heure);
    return reservation ? cellule(reservation, types) : '<td class="libre">–</td>';
  };
  const titres = jours.map((jour) => `<th>${formatJour(jour, 'moyen')}</th>`).join('');
  const rangs = heures.map((heure) => `<tr><th class="h">${heure}</th>${jours.map((jour) => celluleAt(jour, heure)).join('')}</tr>`);
  return `<table class="grille"><thead><tr><th class="h">Heure</th>${titres}</tr></thead><tbody>${rangs.join('')}</tbody></table>`;
}

/** The estimated width of a name, rather too wide than too narrow, so that no name is cut. */
function largeurOf(nom = ''): number {
  return Array.from(nom, (lettre) => {
    if (/[ .,'’ijlft|-]/.test(lettre)) return 0.65;
    if (/[MW@%—…]/.test(lettre)) return 1.7;
    return /[a-zà-ÿ]/.test(lettre) && !/[mw]/.test(lettre) ? 1 : 1.3;
  }).reduce((somme, largeur) => somme + largeur, 0);
}

/** Lines of a cell after the line of the hour. */
const lignesOf = (reservation: ReservationImprimee): number => LIGNES_PAR_PAS + (dureeEnPas(reservation) - 1) * LIGNES_EN_PLUS;

/** How many names fit into a cell; the others are counted there and listed on a following sheet. */
function nomsQuiTiennent(reservation: ReservationImprimee): number {
  const { noms_participants: noms } = reservation;
  const lignes = lignesOf(reservation);
  let n = 0;
  while (n < noms.length && n < lignes && largeurOf(noms[n]) <= PAR_LIGNE) n += 1;
  if (n === noms.length) return n;
  // The count of the others needs room beside the last name that is shown.
  return n > 0 && largeurOf(noms[n - 1]) > PAR_LIGNE - COMPTE ? n - 1 : n;
}

/** A label without its first words that all types share: 'Leçon de saut' becomes 'saut'. */
const labelCourt = (label: string): string => label.replace(/^leçon (?:de |d['’])?(?=\S)/i, '');

function cellule(reservation: ReservationImprimee, types: Types): string {
  const { heure_debut, heure_fin, noms_participants: noms, nombre_personnes, statut } = reservation;
  const max = maxOf(types, reservation);
  const n = nomsQuiTiennent(reservation);
  const autres = noms.length - n;
  const lignes = noms.slice(0, n).map((nom, i) => `<p>${texte(nom)}${i === n - 1 && autres > 0 ? ` <b>+${autres}</b>` : ''}</p>`);
  if (n === 0 && autres > 0) lignes.push(`<p><b>+${autres}</b> ${autres > 1 ? 'participants' : 'participant'}</p>`);
  // The type has a line of its own where the names leave one; otherwise it is short, beside the hour.
  const label = labelOf(types, reservation);
  const apart = lignes.length < lignesOf(reservation);
  if (apart) lignes.unshift(`<p><i>${texte(label)}</i></p>`);
  const classes = ['lecon', statut, ...(nombre_personnes >= max ? ['complet'] : [])].join(' ');
  return `<td class="${classes}" rowspan="${dureeEnPas(reservation)}">`
    + `<p class="quoi"><b>${statut === 'en_attente' ? `${SABLIER} ` : ''}${heure_debut} – ${heure_fin}</b><span>${nombre_personnes}/${max}</span>${apart ? '' : `<i>${texte(labelCourt(label))}</i>`}</p>${lignes.join('')}</td>`;
}

function listeDesNoms(reservations: readonly ReservationImprimee[], types: Types, periode: string, enTete: EnTete): string {
  const lignes = reservations.map((reservation) => {
    const { date_reservation, heure_debut, heure_fin, type_piste, noms_participants: noms, statut } = reservation;
    return `<li><b>${formatJour(date_reservation, 'moyen')}, ${heure_debut} – ${heure_fin}</b> · ${PISTES[type_piste].nom} · ${texte(labelOf(types, reservation))}`
      + `${statut === 'en_attente' ? ` · ${STATUTS.en_attente}` : ''}<br>${noms.map(texte).join(', ')}</li>`;
  });
  return `<section class="feuille">${enTeteOf('Participants', periode, enTete)}<ul class="liste">${lignes.join('')}</ul></section>`;
}
