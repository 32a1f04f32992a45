/** What a browser says of itself, in plain French. It may say anything: what is not recognised is not guessed. */

/** The first that is named wins: Edge and Opera also call themselves Chrome, and everyone calls themselves Safari. */
const NAVIGATEURS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** An iPad that asks for desktop pages says Macintosh; Android says Linux too. */
const SYSTEMES: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstOf = (known: readonly [RegExp, string][], text: string): string | undefined => known.find(([pattern]) => pattern.test(text))?.[1];

/** 'Chrome sur Windows'; 'Appareil inconnu' where nothing is recognised. */
export function appareilOf(userAgent: string): string {
  const navigateur = firstOf(NAVIGATEURS, userAgent);
  const systeme = firstOf(SYSTEMES, userAgent);
  if (!navigateur && !systeme) return 'Appareil inconnu';
  return `${navigateur ?? 'Navigateur inconnu'}${systeme ? ` sur ${systeme}` : ''}`;
}

/** Whether it is held in the hand. */
export function isMobile(userAgent: string): boolean {
  return /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent);
}
