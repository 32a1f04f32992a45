/**
 * Limits of attempts: how many, in how many seconds, and under which key they count (ACC-34 to
 * ACC-37).
 */
import { conservationSeconds } from './conservation.ts';

export type Limit = { max: number; seconds: number };

/** Wrong passwords for one account, wherever they come from. */
export const FAILURES_PER_ACCOUNT: Limit = { max: 10, seconds: 15 * 60 };
/**
 * Passwords that unknown devices may try for one account in a day, wherever they come from
 * (ACC-55).
 */
export const FAILURES_PER_ACCOUNT_AND_DAY: Limit = { max: 50, seconds: 24 * 3600 };
/**
 * Wrong passwords on a known device for its account; beyond it the device counts as unknown
 * (ACC-56).
 */
export const FAILURES_PER_DEVICE: Limit = { max: 10, seconds: 24 * 3600 };
/** Emails to the owner of an account that has reached its limit of the day (ACC-57). */
export const UNLOCK_EMAILS: Limit = { max: 1, seconds: 24 * 3600 };
/** Wrong passwords and taken addresses from one network, whichever accounts they try. */
export const FAILURES_PER_NETWORK: Limit = { max: 100, seconds: 15 * 60 };
/**
 * Wrong passwords for one account from one network, once the limit of the account is reached: each
 * network may still try once (ACC-44).
 */
export const FAILURES_PER_ACCOUNT_AND_NETWORK: Limit = { max: 1, seconds: 15 * 60 };
/**
 * Sign-ins to one account from one network that open no session, right passwords included, since
 * each computes a hash.
 */
export const SIGN_INS_PER_ACCOUNT_AND_NETWORK: Limit = { max: 60, seconds: 15 * 60 };
/**
 * Wrong passwords given by someone who is signed in, when the password is asked again (ACC-80): a
 * stolen session must not find it.
 */
export const WRONG_OWN_PASSWORDS: Limit = { max: 10, seconds: 24 * 3600 };
/**
 * Wrong codes of an application for one account from unknown devices, wherever they come from,
 * since the last right one (ACC-67).
 */
export const CODES_PER_ACCOUNT: Limit = { max: 10, seconds: 3600 };
/**
 * The same in a day, right ones in between or not: with three codes valid at a time, one is found
 * with a chance of 2 % in a year.
 */
export const CODES_PER_ACCOUNT_AND_DAY: Limit = { max: 20, seconds: 24 * 3600 };
/**
 * Once the limit of the account is reached: each network that has given no wrong code may still try
 * once, within that of the day.
 */
export const CODES_PER_ACCOUNT_AND_NETWORK: Limit = { max: 1, seconds: 3600 };
/** Wrong codes on a known device since the last right one; strangers count apart. */
export const CODES_PER_DEVICE: Limit = { max: 10, seconds: 3600 };
/**
 * Wrong codes on all known devices of an account: whoever reads the mailbox could make one known
 * after another.
 */
export const CODES_OF_DEVICES_PER_DAY: Limit = { max: 20, seconds: 24 * 3600 };
/**
 * Wrong recovery codes for one account from one network. Nobody guesses 120 bits, so that no
 * stranger locks them for the owner elsewhere.
 */
export const RECOVERY_CODES_PER_NETWORK: Limit = { max: 10, seconds: 3600 };
/**
 * Wrong codes in a day on unknown devices, after a right password, of which the owner is told; and
 * how often.
 */
export const CODES_TOLD: Limit = { max: 5, seconds: 24 * 3600 };
export const CODE_EMAILS: Limit = { max: 1, seconds: 24 * 3600 };
/** Wrong codes after which a waiting sign-in ends. */
export const CODES_PER_SIGN_IN: Limit = { max: 5, seconds: 3600 };
/** Codes of one account that one process checks at the same time. */
export const CODES_AT_ONCE = 5;
/** Accounts created from one network. */
export const SIGN_UPS_PER_NETWORK: Limit = { max: 10, seconds: 3600 };
/**
 * The same on a day of sign-ups, which an administrator opens: a whole club signs up on its own
 * Wi-Fi (ACC-82).
 */
export const SIGN_UPS_ON_OPEN_DAY: Limit = { max: 300, seconds: 3600 };
/** How long such a day is open. */
export const OPEN_DAY: Count = {
  cle: 'journee_inscriptions',
  limit: { max: 1, seconds: 12 * 3600 },
};
/**
 * Sign-ups that are announced to administrators one by one; further ones share a digest (MAIL-04).
 */
export const SIGN_UP_EMAILS: Limit = { max: 5, seconds: 3600 };
/** Digests of sign-ups. */
export const SIGN_UP_DIGESTS: Limit = { max: 1, seconds: 3600 };

/**
 * Emails with a link (new password, confirmation) for one address. Beyond it nothing is sent, and
 * only people who are signed in are told.
 */
export const LIENS_PER_ADDRESS: Limit = { max: 3, seconds: 3600 };
/**
 * The same, asked from one network for other people's addresses. Beyond it nothing is sent, and
 * nobody is told.
 */
export const LIENS_PER_NETWORK: Limit = { max: 100, seconds: 3600 };

/** Addresses of calendar feeds that are unknown or dead, asked from one network (RIDE-43). */
export const UNKNOWN_FEEDS_PER_NETWORK: Limit = { max: 100, seconds: 3600 };

/**
 * Requests of one process that need a password hash at the same time: three that run and fifty that
 * wait (ACC-37).
 */
export const HASHES_AT_ONCE = 53;
/** Places of their own for sign-ins on known devices, which strangers cannot take (ACC-56). */
export const HASHES_OF_DEVICES = 20;
/** How many of the first one network may hold. */
export const HASHES_PER_NETWORK = 20;
/**
 * Sign-ins to one account that one process counts at the same time; more than the limit of the
 * account, so that it alone decides.
 */
export const ESSAIS_AT_ONCE = 12;
/** Requests for links that one process handles at the same time; each takes some milliseconds. */
export const LIENS_AT_ONCE = 200;

/**
 * Errors that one network or one session may report, and that one instance writes to its log
 * (UI-48).
 */
export const REPORTS_PER_CALLER: Limit = { max: 10, seconds: 3600 };
export const REPORTS_PER_INSTANCE: Limit = { max: 100, seconds: 3600 };

/**
 * The longest windows, in seconds, of the counts per network and of the others: older attempts
 * count under no limit.
 */
export const LONGEST_WINDOWS = { networks: 3600, others: conservationSeconds('essai') };

/** The start of a limit's window. */
export function windowStart({ seconds }: Limit, now: Date): Date {
  return new Date(now.getTime() - seconds * 1000);
}

/**
 * The keys of an account's failures on unknown devices, of a known device's, and of the email about
 * the first. An address holds no space, so they are no other's.
 */
export const failuresOf = (email: string): string => `compte ${email}`;
export const failuresOfDevice = (id: string): string => `appareil ${id}`;
/** The key of an account's wrong codes of a day, which the administrators' list looks up. */
export const dayCodesOf = (user_id: string): string => `codes jour ${user_id}`;
export const unlockEmailsOf = (email: string): string => `deblocage ${email}`;

/** A key under which attempts are counted, and its limit. */
export type Count = { cle: string; limit: Limit };

/**
 * Seconds until one more attempt is allowed; null when it is allowed now. `filling`: the oldest of
 * the `max` newest attempts, null where there are fewer.
 */
export function waitOf({ seconds }: Limit, filling: Date | null, now: Date): number | null {
  return filling && Math.max(1, Math.ceil(seconds - (now.getTime() - filling.getTime()) / 1000));
}

/**
 * Factors of the limit for the narrowest network and each wider one (ACC-36): a wider one holds
 * more people.
 */
const FACTORS = [1, 2, 4];

/** One count for each network of an address. */
export function countsPerNetwork(
  ip: string,
  { max, seconds }: Limit,
  cleOf: (network: string) => string,
): Count[] {
  return networksOf(ip).map((network, i) => ({
    cle: cleOf(network),
    limit: { max: max * (FACTORS[i] ?? 1), seconds },
  }));
}

/** The widest network of an address: its holder may use any address in it. */
export const widestNetworkOf = (ip: string): string => networksOf(ip).at(-1) ?? ip;

/**
 * The networks an address belongs to, the narrowest first: an IPv4 address itself; an IPv6 address
 * by its first 64 bits (one line), 56 and 48 (what one subscriber may be given).
 */
export function networksOf(ip: string): string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return [mapped[1]];
  if (!ip.includes(':')) return [ip];
  const [adresse = ''] = ip.toLowerCase().split('%'); // an interface's name may follow
  const [head = '', tail = ''] = adresse.split('::', 2);
  const start = head === '' ? [] : head.split(':');
  const end = tail === '' ? [] : tail.split(':');
  const groups = adresse.includes('::')
    ? [...start, ...Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0'), ...end]
    : start;
  const [a = 0, b = 0, c = 0, d = 0] = groups.map((group) => Number.parseInt(group, 16));
  const written = (...parts: number[]): string => parts.map((part) => part.toString(16)).join(':');
  return [
    `${written(a, b, c, d)}::/64`,
    `${written(a, b, c, d & 0xff00)}::/56`,
    `${written(a, b, c)}::/48`,
  ];
}
