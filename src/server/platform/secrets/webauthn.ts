/** Passkeys in the protocol of browsers (WebAuthn). The library is loaded at its first use. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { DEFI_MS } from '#domain/signin/second_facteur.ts';
import type { Coffre } from './coffre.ts';

const load = () => import('@simplewebauthn/server');

/** The site for which keys are made, and its origin. */
export type Site = { rpID: string; origin: string };

export function siteOf(publicUrl: string): Site {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, origin };
}

/**
 * Draws a challenge. It contains, encrypted, until when it may be answered and its purpose
 * (`about`). It is not stored until it is answered, so that a request for one writes nothing.
 */
function drawDefi(coffre: Coffre, about: string, now: Date): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(coffre.seal(String(now.getTime() + DEFI_MS), about)));
}

/**
 * When a challenge ends; null if it was not made by this service, has ended, or has another
 * purpose.
 */
function readDefi(coffre: Coffre, about: string, defi: string, now: Date): Date | null {
  const until = Number(coffre.open(Buffer.from(defi, 'base64url').toString(), about) ?? 0);
  return until > now.getTime() ? new Date(until) : null;
}

export type Person = { id: string; email: string; nom: string };

export async function creationOptions(
  coffre: Coffre,
  { rpID }: Site,
  {
    centre,
    person,
    cles,
    now,
  }: { centre: string; person: Person; cles: readonly string[]; now: Date },
): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await load();
  const options = await generateRegistrationOptions({
    rpName: centre,
    rpID,
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.email,
    userDisplayName: person.nom,
    challenge: drawDefi(coffre, person.id, now),
    timeout: DEFI_MS,
    attestationType: 'none',
    excludeCredentials: cles.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

export async function requestOptions(
  coffre: Coffre,
  { rpID }: Site,
  now: Date,
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await load();
  return {
    ...(await generateAuthenticationOptions({
      rpID,
      challenge: drawDefi(coffre, 'connexion', now),
      timeout: DEFI_MS,
      userVerification: 'required',
    })),
  };
}

/**
 * `defi`, `until`: the answered challenge, and its end, until which it must not be accepted again.
 */
export type Answered = { defi: string; until: Date };

/** The key that a browser has made for a person; null if the answer proves nothing. */
export async function readCreation(
  coffre: Coffre,
  { rpID, origin }: Site,
  { id, reponse, now }: { id: string; reponse: RegistrationResponseJSON; now: Date },
): Promise<
  | (Answered & {
      cle: { id: string; cle_publique: Buffer; compteur: number; transports: string[] };
    })
  | null
> {
  const { verifyRegistrationResponse } = await load();
  const answered = { defi: '', until: now };
  const { registrationInfo } = await verifyRegistrationResponse({
    response: reponse,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    expectedChallenge: (defi) => note(answered, defi, readDefi(coffre, id, defi, now)),
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { credential } = registrationInfo;
  return {
    ...answered,
    cle: {
      id: credential.id,
      cle_publique: Buffer.from(credential.publicKey),
      compteur: credential.counter,
      transports: reponse.response.transports ?? [],
    },
  };
}

/**
 * The authenticator's new counter; null if the answer does not prove that its holder has the key,
 * or if the counter decreased.
 */
export async function readAssertion(
  coffre: Coffre,
  { rpID, origin }: Site,
  {
    cle,
    reponse,
    now,
  }: {
    cle: { cle_publique: Buffer; compteur: number };
    reponse: AuthenticationResponseJSON;
    now: Date;
  },
): Promise<(Answered & { compteur: number }) | null> {
  const { verifyAuthenticationResponse } = await load();
  const answered = { defi: '', until: now };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: reponse,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    expectedChallenge: (defi) => note(answered, defi, readDefi(coffre, 'connexion', defi, now)),
    credential: {
      id: reponse.id,
      publicKey: new Uint8Array(cle.cle_publique),
      counter: cle.compteur,
    },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }));
  return verified && authenticationInfo
    ? { ...answered, compteur: authenticationInfo.newCounter }
    : null;
}

function note(answered: Answered, defi: string, until: Date | null): boolean {
  if (until) Object.assign(answered, { defi, until });
  return until !== null;
}
