/**
 * Limits of attempts: how many attempts, in how many seconds, and under which key they are counted
 * (ACC-34 to ACC-36).
 */
import { conservationSeconds } from './conservation.ts';

export type Limit = { max: number; seconds: number };

/** Wrong passwords for one account, from any network. */
export const FAILURES_PER_ACCOUNT: Limit = { max: 10, seconds: 15 * 60 };
/** Passwords that unknown devices may try for one account in a day, from any network (ACC-55). */
export const FAILURES_PER_ACCOUNT_AND_DAY: Limit = { max: 50, seconds: 24 * 3600 };
/**
 * Wrong passwords on a known device for its account; beyond this limit the device counts as unknown
 * (ACC-56).
 */
export const FAILURES_PER_DEVICE: Limit = { max: 10, seconds: 24 * 3600 };
/** Emails to the owner of an account that has reached its daily limit (ACC-57). */
export const UNLOCK_EMAILS: Limit = { max: 1, seconds: 24 * 3600 };
/** Wrong passwords and sign-ups with taken addresses from one network, for any account. */
export const FAILURES_PER_NETWORK: Limit = { max: 100, seconds: 15 * 60 };
/**
 * Wrong passwords for one account from one network, once the limit of the account is reached: each
 * network may still try once (ACC-44).
 */
export const FAILURES_PER_ACCOUNT_AND_NETWORK: Limit = { max: 1, seconds: 15 * 60 };
/**
 * Sign-ins to one account from one network that open no session. Right passwords count too, because
 * each attempt computes a hash.
 */
export const SIGN_INS_PER_ACCOUNT_AND_NETWORK: Limit = { max: 60, seconds: 15 * 60 };
/**
 * Wrong passwords from a signed-in person when the password is asked again (ACC-80): a person with
 * a stolen session must not be able to guess it.
 */
export const WRONG_OWN_PASSWORDS: Limit = { max: 10, seconds: 24 * 3600 };
/**
 * Wrong codes of an application for one account from unknown devices, from any network, since the
 * last right code (ACC-67).
 */
export const CODES_PER_ACCOUNT: Limit = { max: 10, seconds: 3600 };
/**
 * The same in a day, regardless of right codes in between. Three codes are valid at any time, so
 * the chance of guessing one within a year is 2 %.
 */
export const CODES_PER_ACCOUNT_AND_DAY: Limit = { max: 20, seconds: 24 * 3600 };
/**
 * Applies once the limit of the account is reached: each network that has given no wrong code may
 * still try once, within the daily limit.
 */
export const CODES_PER_ACCOUNT_AND_NETWORK: Limit = { max: 1, seconds: 3600 };
/**
 * Wrong codes on a known device since the last right code; attempts of other devices are counted
 * separately.
 */
export const CODES_PER_DEVICE: Limit = { max: 10, seconds: 3600 };
/**
 * Wrong codes on all known devices of an account. Without this limit, an attacker who reads the
 * mailbox could register one known device after another.
 */
export const CODES_OF_DEVICES_PER_DAY: Limit = { max: 20, seconds: 24 * 3600 };
/**
 * Wrong recovery codes for one account from one network. Nobody guesses 120 bits, so a stranger
 * must not lock them for the owner on other networks.
 */
export const RECOVERY_CODES_PER_NETWORK: Limit = { max: 10, seconds: 3600 };
/**
 * Wrong codes in a day on unknown devices, after a right password, from which on the owner is
 * notified; and how many such emails are sent.
 */
export const CODES_TOLD: Limit = { max: 5, seconds: 24 * 3600 };
export const CODE_EMAILS: Limit = { max: 1, seconds: 24 * 3600 };
/** Wrong codes after which a waiting sign-in ends. */
export const CODES_PER_SIGN_IN: Limit = { max: 5, seconds: 3600 };
/** How many codes of one account one process checks at the same time. */
export const CODES_AT_ONCE = 5;
/** Accounts created from one network. */
export const SIGN_UPS_PER_NETWORK: Limit = { max: 10, seconds: 3600 };
/**
 * The same limit on a day of sign-ups, which an administrator opens because a whole club signs up
 * on its own Wi-Fi (ACC-82).
 */
export const SIGN_UPS_ON_OPEN_DAY: Limit = { max: 300, seconds: 3600 };
/** How long such a day stays open. */
export const OPEN_DAY: Count = {
  cle: 'journee_inscriptions',
  limit: { max: 1, seconds: 12 * 3600 },
};
/**
 * Sign-ups that are announced to administrators one by one; further ones are combined in a digest
 * (MAIL-04).
 */
export const SIGN_UP_EMAILS: Limit = { max: 5, seconds: 3600 };
/** Digests of sign-ups. */
export const SIGN_UP_DIGESTS: Limit = { max: 1, seconds: 3600 };

/**
 * Emails with a link (new password, confirmation) for one address. Beyond the limit nothing is
 * sent, and only people who are signed in see a message about it.
 */
export const LIENS_PER_ADDRESS: Limit = { max: 3, seconds: 3600 };
/**
 * The same emails, requested from one network for other people's addresses. Beyond the limit
 * nothing is sent, and nobody sees a message about it.
 */
export const LIENS_PER_NETWORK: Limit = { max: 100, seconds: 3600 };

/**
 * Requests from one network for addresses of calendar feeds that are unknown or no longer valid
 * (RIDE-43).
 */
export const UNKNOWN_FEEDS_PER_NETWORK: Limit = { max: 100, seconds: 3600 };

/**
 * Requests of one process that need a password hash at the same time: three that run and fifty that
 * wait (ADR-007).
 */
export const HASHES_AT_ONCE = 53;
/**
 * Slots that are reserved for sign-ins on known devices, so that strangers cannot take them
 * (ACC-56).
 */
export const HASHES_OF_DEVICES = 20;
/** How many of the general slots one network may hold. */
export const HASHES_PER_NETWORK = 20;
/**
 * Sign-ins to one account that one process counts at the same time. It is higher than the limit of
 * the account, so that only that limit decides.
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
 * The longest windows, in seconds, of the counts per network and of the other counts. No limit
 * counts older attempts.
 */
export const LONGEST_WINDOWS = { networks: 3600, others: conservationSeconds('essai') };

/** The start of a limit's window. */
export function windowStart({ seconds }: Limit, now: Date): Date {
  return new Date(now.getTime() - seconds * 1000);
}

/**
 * The keys of an account's failures on unknown devices, of the failures on a known device, and of
 * the email about the former. An email address contains no space, so the keys cannot collide with
 * others.
 */
export const failuresOf = (email: string): string => `compte ${email}`;
export const failuresOfDevice = (id: string): string => `appareil ${id}`;
/** The key of an account's wrong codes in a day, which the administrators' list reads. */
export const dayCodesOf = (user_id: string): string => `codes jour ${user_id}`;
export const unlockEmailsOf = (email: string): string => `deblocage ${email}`;

/** A key under which attempts are counted, and its limit. */
export type Count = { cle: string; limit: Limit };

/**
 * Seconds until one more attempt is allowed; null if it is allowed now. `filling`: the oldest of
 * the `max` newest attempts, null if there are fewer.
 */
export function waitOf({ seconds }: Limit, filling: Date | null, now: Date): number | null {
  return filling && Math.max(1, Math.ceil(seconds - (now.getTime() - filling.getTime()) / 1000));
}

/**
 * Factors of the limit for the narrowest network and each wider one (ACC-36): a wider network
 * contains more people.
 */
const FACTORS = [1, 2, 4];

/** One count for each network of an address (ACC-36). */
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

/** The widest network of an address. Its holder may use any address in it. */
export const widestNetworkOf = (ip: string): string => networksOf(ip).at(-1) ?? ip;

/**
 * The networks of an address, narrowest first. An IPv4 address is its own network. For an IPv6
 * address these are its first 64 bits (one line), 56 and 48 (a subscriber may have either).
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
