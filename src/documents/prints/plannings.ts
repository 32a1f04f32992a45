/**
 * The printed plannings (DESK-22): a day on portrait sheets, a week on one landscape sheet per
 * arena.
 */
import type { AutreCompte } from '#domain/lessons/autres_comptes.ts';
import type { NoteCavalier } from '#domain/riders/cavaliers.ts';
import { addDays, formatJour, weekOf } from '#domain/core/calendrier.ts';
import { closedHours, creneauxOf, STEP_MINUTES, toMinutes } from '#domain/slots/creneaux.ts';
import { type Fermeture, fermeturesOfDay } from '#domain/closures.ts';
import { unitePlages } from '#domain/slots/horaires.ts';
import { nomPiste, type Piste, pistesOf } from '#domain/slots/pistes.ts';
import { NOMS_PRESENCE, type Presence, type PresenceDePlace } from '#domain/lessons/presences.ts';
import { shortName } from '#domain/planning/planning.ts';
import {
  type BookedLecon,
  NOMS_STATUT,
  type StatutReservation,
} from '#domain/lessons/reservations.ts';
import { MAX_PERSONNES_INCONNU, type TypeLecon } from '#domain/types/types_lecons.ts';
import {
  CHECK,
  CROSS,
  documentOf,
  type PrintHeader,
  headerOf,
  HOURGLASS,
  userText,
} from './impression.ts';

type Types = readonly Pick<TypeLecon, 'value' | 'label' | 'max_personnes'>[];

/** Where to find the names of the types and arenas of the lessons. */
export type Named = { types: Types; pistes: readonly Piste[] };

/** The closures to show too (FERM-04). */
type Closed = { fermetures?: readonly Fermeture[] };

/** A sign and a word for each status, so that colours are not needed. */
const STATUT_MARKS: Record<StatutReservation, string> = {
  confirmee: `${CHECK} ${NOMS_STATUT.confirmee}`,
  en_attente: `${HOURGLASS} ${NOMS_STATUT.en_attente}`,
  annulee: `${CROSS} ${NOMS_STATUT.annulee}`,
};

const labelOf = (types: Types, { type_lecon }: BookedLecon): string =>
  types.find(({ value }) => value === type_lecon)?.label ?? type_lecon;
const maxOf = (types: Types, { type_lecon }: BookedLecon): number =>
  types.find(({ value }) => value === type_lecon)?.max_personnes ?? MAX_PERSONNES_INCONNU;
const byStart = (a: BookedLecon, b: BookedLecon): number =>
  `${a.date_reservation} ${a.heure_debut}`.localeCompare(`${b.date_reservation} ${b.heure_debut}`);
const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const countInWords = (n: number): string => `${n} réservation${n > 1 ? 's' : ''}`;

const DAY_STYLE = `
section{margin-bottom:7mm}
h2{display:flex;justify-content:space-between;align-items:baseline;margin-bottom:2mm}
h2 small{font:400 9pt sans-serif}
td.h{width:25mm;font-weight:600;white-space:nowrap}
td.l{width:44mm}td.l b{display:block}
td.t{width:27mm;white-space:nowrap}
.remarque{margin-top:1mm;border-left:2px solid #777;padding-left:2mm;font-size:9pt;white-space:pre-line}
.note{margin-top:.5mm;font-size:9pt;white-space:pre-line}
.qui{margin-top:1mm;font-size:9pt}
.annulee td.h,.annulee td.l b,.annulee ol{text-decoration:line-through}
.annulee td.t,.en_attente td.t{font-weight:600}
ol{margin:0;padding-left:5mm}
.ferme{margin-bottom:2mm;border:2px solid #000;padding:1.5mm 2.5mm;font-weight:600}
.vide{border:1px dashed #555;padding:4mm;text-align:center}
`;

/**
 * A lesson on the day's sheet, with the telephone to call and what the instructor should know about
 * its riders (RIDE-20).
 */
export type DayLecon = BookedLecon & {
  nom_client?: string;
  telephone?: string | null | undefined;
  autres?: readonly AutreCompte[];
  notes?: readonly Omit<NoteCavalier, 'reservation_id'>[];
  /** In the order of the names (PRES-07). */
  presences?: readonly Pick<PresenceDePlace, 'presence'>[] | undefined;
};

/**
 * The sheet of a day: the arenas by hour, each lesson with its status, including cancelled ones
 * (DESK-11).
 */
export function dayPlanning(
  jour: string,
  reservations: readonly DayLecon[],
  { types, pistes, fermetures = [] }: Named & Closed,
  header: PrintHeader,
): string {
  const ofDay = reservations
    .filter(({ date_reservation }) => date_reservation === jour)
    .toSorted(byStart);
  const sections = pistesOf(pistes, ofDay).map(({ id, nom }) => {
    const rows = ofDay.filter(({ type_piste }) => type_piste === id);
    const closed = fermeturesOfDay(fermetures, jour, id).map(
      (one) => `<p class="ferme">Fermé ${closedHours(one)}\u202f: ${userText(one.motif ?? '')}</p>`,
    );
    return `<section><h2>${userText(nom)}<small>${countInWords(rows.length)}</small></h2>${closed.join('')}${
      rows.length === 0
        ? '<p class="vide">Aucune réservation</p>'
        : `<table><thead><tr><th>Heure</th><th>Leçon</th><th>Participants</th><th>Statut</th></tr></thead><tbody>${rows.map((row) => dayRow(row, types)).join('')}</tbody></table>`
    }</section>`;
  });
  const title = `Planning du ${formatJour(jour, 'long')}`;
  return documentOf(
    {
      title,
      orientation: 'portrait',
      style: DAY_STYLE,
      body:
        headerOf(
          'Planning de la journée',
          `${capitalize(formatJour(jour, 'long'))} · ${countInWords(ofDay.length)}`,
          header,
        ) + sections.join(''),
    },
    header,
  );
}

function dayRow(reservation: DayLecon, types: Types): string {
  const {
    heure_debut,
    heure_fin,
    noms_participants: noms,
    nombre_personnes: n,
    statut,
    remarques,
    nom_client,
    telephone,
    autres = [],
    notes = [],
    presences = [],
  } = reservation;
  const about = notes.map(
    ({ nom, annee_naissance: annee, note }) =>
      `<p class="note">${userText(nom)}${annee === null ? '' : `, né(e) en ${annee}`}${note === null ? '' : `\u202f: ${userText(note)}`}</p>`,
  );
  const said = (text: string | null): string =>
    text ? `<p class="remarque">${userText(text)}</p>` : '';
  const booked =
    nom_client === undefined
      ? ''
      : `<p class="qui">Réservé par ${userText(nom_client)}${callOn(telephone)}</p>`;
  const joined = autres.map(
    ({ compte, telephone: number, remarques: text, noms: own }) =>
      `<p class="qui">Rejoint par ${userText(compte ?? '')} pour ${own.map(userText).join(', ')}${callOn(number)}</p>${said(text)}`,
  );
  return (
    `<tr class="${statut}"><td class="h">${heure_debut} – ${heure_fin}</td>` +
    `<td class="l"><b>${userText(labelOf(types, reservation))}</b>${n} / ${maxOf(types, reservation)} ${n > 1 ? 'personnes' : 'personne'}</td>` +
    `<td><ol>${noms.map((nom, i) => `<li>${userText(nom)}${absent(presences[i]?.presence)}</li>`).join('')}</ol>${about.join('')}${booked}${said(remarques)}${joined.join('')}</td>` +
    `<td class="t">${STATUT_MARKS[statut]}</td></tr>`
  );
}

const absent = (presence: Presence = 'presente'): string =>
  presence === 'presente' ? '' : ` <b>(${NOMS_PRESENCE[presence].toLowerCase()})</b>`;

const callOn = (telephone: string | null | undefined): string =>
  telephone ? ` · <span class="s">${userText(telephone)}</span>` : '';

/** The width of a line in a cell of the week, in units of an average small letter. */
const LINE_WIDTH = 23;
/** The width of ', ' between two names, and of ' +9' after the last one, in the same unit. */
const COMMA_WIDTH = 1.3;
const COUNT_WIDTH = 3.5;
/**
 * Lines for names in the first half hour of a lesson, after the line of the hour; each further half
 * hour has two more.
 */
const FIRST_LINES = 1;
const FURTHER_LINES = 2;

const WEEK_STYLE = `
.feuille{break-before:page}.feuille:first-child{break-before:auto}
header{margin-bottom:2mm;padding-bottom:1.5mm}h1{font-size:15pt}
.grille{table-layout:fixed;width:calc(100% - 1px);font-size:7pt;line-height:2.55mm}
.grille th,.grille td{padding:.3mm .8mm;height:6.4mm}
.grille th{vertical-align:middle}
.grille thead th{height:6.5mm;text-align:center;font-size:8.5pt}
.grille th.h{width:13mm;text-align:center;font-size:8pt}
.grille td{overflow:hidden;border-color:#999}
.grille td.libre{color:#999;text-align:center}
.grille td.ferme{border:2px solid #000;background:#eee;text-align:center}
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

/**
 * The sheets of a week, Monday to Sunday: one sheet per arena, then a list of the names that did
 * not fit into their cell unchanged. Cancelled lessons are left out (DESK-06).
 */
export function weekPlanning(
  monday: string,
  reservations: readonly BookedLecon[],
  { types, pistes, fermetures = [] }: Named & Closed,
  header: PrintHeader,
): string {
  const jours = weekOf(monday);
  const active = reservations
    .filter(
      ({ date_reservation, statut }) => statut !== 'annulee' && jours.includes(date_reservation),
    )
    .toSorted(byStart);
  const period = `Du ${formatJour(monday, 'long')} au ${formatJour(addDays(monday, 6), 'long')}`;
  const sheets = pistesOf(pistes, active).map(({ id, nom }) => {
    const ofPiste = active.filter(({ type_piste }) => type_piste === id);
    return (
      `<section class="feuille">${headerOf(`Planning de la semaine · ${nom}`, `${period} · ${countInWords(ofPiste.length)}`, header)}` +
      `${grille(
        jours,
        ofPiste,
        types,
        fermetures.filter((one) => one.pistes.includes(id)),
      )}<p class="legende">Trait épais\u202f: leçon. Hachures\u202f: leçon complète. Fond gris\u202f: fermé. Trait interrompu et ${HOURGLASS}\u202f: en attente. ` +
      `Noms abrégés et +n\u202f: noms entiers sur la feuille suivante.</p></section>`
    );
  });
  const overflowing = active.filter((reservation) => !namesIn(reservation).whole);
  return documentOf(
    {
      title: `Planning de la semaine du ${formatJour(monday, 'annee')}`,
      orientation: 'landscape',
      style: WEEK_STYLE,
      body:
        sheets.join('') +
        (overflowing.length > 0 ? listOfNames(overflowing, { types, pistes }, period, header) : ''),
    },
    header,
  );
}

/** The duration of a lesson, in half hours. */
const stepsOf = ({
  heure_debut,
  heure_fin,
}: Pick<BookedLecon, 'heure_debut' | 'heure_fin'>): number =>
  Math.max(1, Math.ceil((toMinutes(heure_fin) - toMinutes(heure_debut)) / STEP_MINUTES));

function grille(
  jours: readonly string[],
  reservations: readonly BookedLecon[],
  types: Types,
  fermetures: readonly Fermeture[],
): string {
  // From 08:00 to 20:00, or wider if a lesson is outside. No lesson begins at the last start
  // (BOOK-02).
  const plage = unitePlages(
    reservations.map(({ heure_debut: debut, heure_fin: fin }) => ({ debut, fin })),
  );
  const heures = creneauxOf(plage).slice(0, -1);
  const covered = new Set(
    reservations.flatMap((reservation) =>
      Array.from(
        { length: stepsOf(reservation) - 1 },
        (_, i) =>
          `${reservation.date_reservation} ${toMinutes(reservation.heure_debut) + (i + 1) * STEP_MINUTES}`,
      ),
    ),
  );
  const lessonAt = (jour: string, heure: string): BookedLecon | undefined =>
    reservations.find(
      ({ date_reservation, heure_debut }) => date_reservation === jour && heure_debut === heure,
    );
  const closureAt = (jour: string, heure: string): Fermeture | undefined =>
    covered.has(`${jour} ${toMinutes(heure)}`) || lessonAt(jour, heure)
      ? undefined
      : fermeturesOfDay(fermetures, jour).find(
          (one) => one.heure_debut <= heure && heure < one.heure_fin,
        );
  const cellAt = (jour: string, heure: string): string => {
    if (covered.has(`${jour} ${toMinutes(heure)}`)) return '';
    const reservation = lessonAt(jour, heure);
    if (reservation) return cell(reservation, types);
    const fermeture = closureAt(jour, heure);
    if (!fermeture) return '<td class="libre">–</td>';
    const after = heures.slice(heures.indexOf(heure));
    const end = after.findIndex((one) => closureAt(jour, one)?.id !== fermeture.id);
    const rows = end === -1 ? after : after.slice(0, end);
    for (const one of rows) covered.add(`${jour} ${toMinutes(one)}`);
    return `<td class="ferme" rowspan="${rows.length}"><b>Fermé</b> ${userText(fermeture.motif ?? '')}</td>`;
  };
  const titles = jours.map((jour) => `<th>${formatJour(jour, 'moyen')}</th>`).join('');
  const rows = heures.map(
    (heure) =>
      `<tr><th class="h">${heure}</th>${jours.map((jour) => cellAt(jour, heure)).join('')}</tr>`,
  );
  return `<table class="grille"><thead><tr><th class="h">Heure</th>${titles}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** The estimated width of a name. It is rather too wide than too narrow, so that no name is cut. */
function widthOf(nom = ''): number {
  return Array.from(nom, (letter) => {
    if (/[ .,'’ijlft|-]/.test(letter)) return 0.65;
    if (/[MW@%—…]/.test(letter)) return 1.7;
    return /[a-zà-ÿ]/.test(letter) && !/[mw]/.test(letter) ? 1 : 1.3;
  }).reduce((sum, width) => sum + width, 0);
}

/** The number of lines in a cell after the line of the hour. */
const linesOf = (reservation: BookedLecon): number =>
  FIRST_LINES + (stepsOf(reservation) - 1) * FURTHER_LINES;

/**
 * The names in a cell: one per line if all fit; otherwise shortened, as many as fit. `others`: how
 * many are left out; `whole`: whether every name is shown unchanged.
 */
function namesIn(reservation: BookedLecon): {
  lines: readonly (readonly string[])[];
  others: number;
  whole: boolean;
} {
  const { noms_participants: noms } = reservation;
  const rows = linesOf(reservation);
  if (noms.length <= rows && noms.every((nom) => widthOf(nom) <= LINE_WIDTH))
    return { lines: noms.map((nom) => [nom]), others: 0, whole: true };
  const short = noms.map((nom) => cut(shortName(nom)));
  let n = noms.length;
  while (n > 1 && packed(short.slice(0, n), n < noms.length).length > rows) n -= 1;
  return {
    lines: packed(short.slice(0, n), n < noms.length),
    others: noms.length - n,
    whole: n === noms.length && short.every((one, i) => one === noms[i]),
  };
}

/**
 * Names side by side, as many as a line holds. `counted`: the number of left-out names follows the
 * last one.
 */
function packed(noms: readonly string[], counted: boolean): string[][] {
  const lines: string[][] = [];
  let left = 0;
  for (const [i, nom] of noms.entries()) {
    const width = widthOf(nom) + (counted && i === noms.length - 1 ? COUNT_WIDTH : 0);
    if (COMMA_WIDTH + width <= left) {
      lines.at(-1)?.push(nom);
      left -= COMMA_WIDTH + width;
    } else {
      lines.push([nom]);
      left = LINE_WIDTH - width;
    }
  }
  return lines;
}

/** Cuts the end of a short name that does not fit on a line with the count. */
function cut(nom: string): string {
  const letters = [...nom];
  if (widthOf(nom) <= LINE_WIDTH - COUNT_WIDTH) return nom;
  while (widthOf(`${letters.join('')}…`) > LINE_WIDTH - COUNT_WIDTH) letters.pop();
  return `${letters.join('')}…`;
}

/** The label without the first words that all types share: 'Leçon de saut' becomes 'saut'. */
const shortLabel = (label: string): string => label.replace(/^leçon (?:de |d['’])?(?=\S)/i, '');

function cell(reservation: BookedLecon, types: Types): string {
  const { heure_debut, heure_fin, nombre_personnes, statut } = reservation;
  const max = maxOf(types, reservation);
  const { lines, others } = namesIn(reservation);
  const rows = lines.map(
    (line, i) =>
      `<p>${line.map(userText).join(', ')}${i === lines.length - 1 && others > 0 ? ` <b>+${others}</b>` : ''}</p>`,
  );
  // The type has its own line if the names leave one free; otherwise it is shortened and printed
  // beside the hour.
  const label = labelOf(types, reservation);
  const apart = rows.length < linesOf(reservation);
  if (apart) rows.unshift(`<p><i>${userText(label)}</i></p>`);
  const classes = ['lecon', statut, ...(nombre_personnes >= max ? ['complet'] : [])].join(' ');
  return (
    `<td class="${classes}" rowspan="${stepsOf(reservation)}">` +
    `<p class="quoi"><b>${statut === 'en_attente' ? `${HOURGLASS} ` : ''}${heure_debut} – ${heure_fin}</b><span>${nombre_personnes}/${max}</span>${apart ? '' : `<i>${userText(shortLabel(label))}</i>`}</p>${rows.join('')}</td>`
  );
}

function listOfNames(
  reservations: readonly BookedLecon[],
  { types, pistes }: Named,
  period: string,
  header: PrintHeader,
): string {
  const rows = reservations.map((reservation) => {
    const {
      date_reservation,
      heure_debut,
      heure_fin,
      type_piste,
      noms_participants: noms,
      statut,
    } = reservation;
    return (
      `<li><b>${formatJour(date_reservation, 'moyen')}, ${heure_debut} – ${heure_fin}</b> · ${userText(nomPiste(pistes, type_piste))} · ${userText(labelOf(types, reservation))}` +
      `${statut === 'en_attente' ? ` · ${STATUT_MARKS.en_attente}` : ''}<br>${noms.map(userText).join(', ')}</li>`
    );
  });
  return `<section class="feuille">${headerOf('Participants', period, header)}<ul class="liste">${rows.join('')}</ul></section>`;
}
