/** The HTTP status of each kind of refusal. */
const STATUS = {
  invalide: 400,
  anonyme: 401,
  interdit: 403,
  introuvable: 404,
  conflit: 409,
  trop_grand: 413,
  trop_de_demandes: 429,
  panne: 500,
  indisponible: 503,
} as const;

type Kind = keyof typeof STATUS;

// @__NO_SIDE_EFFECTS__
export const defineRefus = <K extends Kind>(kind: K, message: string) => ({
  status: STATUS[kind],
  message,
});
