/** Errors that screens report (UI-48): one line of the log for each, up to a limit per hour. */
import { REPORTS_PER_CALLER, REPORTS_PER_INSTANCE, widestNetworkOf } from '#domain/core/limits.ts';
import type { Ctx, Services } from '#server/platform/services.ts';

type Incident = {
  type: string;
  code: string | null;
  screen: string;
  version: string;
  frames: string[];
};

/**
 * The reports of this hour, in total and per caller. They are in memory, because the log also
 * belongs to this instance, and a report must not need the database.
 */
type Hour = { until: number; all: number; callers: Map<string, number> };
const hours = new WeakMap<Services['db'], Hour>();

const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['edge', /\bEdgA?\/(\d{1,4})/],
  ['firefox', /\bFirefox\/(\d{1,4})/],
  ['chrome', /Chrome\/(\d{1,4})/],
  ['safari', /\bVersion\/(\d{1,4})[\d.]* (?:Mobile\/\w+ )?Safari/],
];

/**
 * 'firefox-153'; 'other' for an unknown browser, because the name that a browser sends is free
 * text.
 */
function browserOf(userAgent: string): string {
  for (const [name, pattern] of BROWSERS) {
    const [, version] = pattern.exec(userAgent) ?? [];
    if (version !== undefined) return `${name}-${version}`;
  }
  return 'other';
}

/**
 * Counts a report for the caller's network and session; false if one of them, or the instance, has
 * reached its limit (LIM-57).
 */
function count({ db, now, ip, session }: Ctx): boolean {
  const at = now().getTime();
  let hour = hours.get(db);
  if (!hour || at >= hour.until || at < hour.until - REPORTS_PER_INSTANCE.seconds * 1000) {
    hour = { until: at + REPORTS_PER_INSTANCE.seconds * 1000, all: 0, callers: new Map() };
    hours.set(db, hour);
  }
  const { callers } = hour;
  const keys = [widestNetworkOf(ip), ...(session ? [session.id] : [])];
  if (
    hour.all >= REPORTS_PER_INSTANCE.max ||
    keys.some((key) => (callers.get(key) ?? 0) >= REPORTS_PER_CALLER.max)
  )
    return false;
  hour.all += 1;
  for (const key of keys) callers.set(key, (callers.get(key) ?? 0) + 1);
  return true;
}

export async function report(
  ctx: Ctx,
  { code, ...incident }: Incident,
): Promise<{ noted: boolean }> {
  const noted = count(ctx);
  if (noted)
    ctx.log.warn(
      { ...incident, ...(code !== null && { code }), browser: browserOf(ctx.userAgent) },
      'a screen failed',
    );
  return { noted };
}
