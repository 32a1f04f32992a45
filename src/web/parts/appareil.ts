/** The browser and the system of a user agent, in French. What is not recognised is not guessed. */

/** The first match wins: Edge and Opera also contain "Chrome", and every browser contains "Safari". */
const NAVIGATEURS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** The first match wins: Android also contains "Linux". An iPad that requests desktop pages says "Macintosh". */
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

/** Whether the device is a phone or a tablet. */
export function isMobile(userAgent: string): boolean {
  return /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent);
}
