/**
 * Whether passkeys can be used here: browsers make them for a name over https or for localhost, not
 * for an address in digits, and options as JSON are read since 2023 (Firefox), 2024 (Chrome) and
 * 2025 (Safari). Elsewhere nothing of them is shown.
 */
export const canUseKeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname);
