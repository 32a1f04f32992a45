/**
 * Whether passkeys can be used here. Browsers create them for a host name over https or for
 * localhost, not for an IP address. Options as JSON are supported since 2023 (Firefox), 2024
 * (Chrome) and 2025 (Safari). In other browsers nothing about passkeys is shown.
 */
export const canUseKeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname);
