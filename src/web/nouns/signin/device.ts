/** The browser and the system of a user agent, in French. Unknown ones are not guessed. */

/**
 * The first match wins: Edge and Opera also contain "Chrome", and every browser contains "Safari".
 */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/**
 * The first match wins: Android also contains "Linux". An iPad that requests desktop pages says
 * "Macintosh".
 */
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstOf = (known: readonly [RegExp, string][], text: string): string | undefined =>
  known.find(([pattern]) => pattern.test(text))?.[1];

/** 'Chrome sur Windows'; 'Appareil inconnu' if nothing is recognised. */
export function deviceOf(userAgent: string): string {
  const browser = firstOf(BROWSERS, userAgent);
  const system = firstOf(SYSTEMS, userAgent);
  if (!browser && !system) return 'Appareil inconnu';
  return `${browser ?? 'Navigateur inconnu'}${system ? ` sur ${system}` : ''}`;
}

/** Whether the device is a phone or a tablet. */
export function isMobile(userAgent: string): boolean {
  return /\b(?:iPhone|iPad|Android|Mobile)\b/.test(userAgent);
}
