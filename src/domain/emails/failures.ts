// chunk: people-lists
/**
 * The reason why an email was not sent, as a French sentence for administrators; the mail server's
 * own words are kept with it (MAIL-10).
 */

/** Reasons that the product itself stores. They are shown unchanged. */
export const OWN_CAUSES = {
  silence: 'Le serveur de courrier ne répond pas.',
  sans_tls:
    "Le serveur d'envoi n'offre pas de connexion chiffrée (STARTTLS), et rien ne part en clair : voyez SMTP_REQUIRE_TLS.",
  jamais_essaye:
    "Il n'a pas pu être essayé à temps : le service ne tournait pas, ou un email plus ancien le retenait.",
  rappels_coupes: 'Les rappels sont coupés dans les paramètres.',
  lecon_changee: "Sa leçon a changé, ou n'a plus lieu, depuis qu'il a été écrit.",
  lien_illisible: "Son lien ne peut plus être lu : SECRET a changé depuis qu'il a été écrit.",
  refuse_par_destinataire: 'Son destinataire ne veut plus de ces emails (profil).',
  plus_administrateur: "Son destinataire n'est plus administrateur.",
} as const;

const OWN: ReadonlySet<string> = new Set(Object.values(OWN_CAUSES));

/**
 * The first match counts, so narrow patterns come before wide ones. They match enhanced status
 * codes (RFC 3463) or words that servers commonly use.
 */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [
    /certificate|self.signed|\bTLS\b|\bSSL\b|wrong version number/i,
    "La connexion sûre au serveur d'envoi n'a pas pu s'établir (certificat).",
  ],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, "Le serveur d'envoi est introuvable."],
  [
    /ECONN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ESOCKET|timeout|greeting never received|connection closed|socket hang up/i,
    "Le serveur d'envoi ne répond pas.",
  ],
  [
    /\b53[0458]\b|invalid login|missing credentials|\b5\.7\.8\b|authentication (?:failed|required|credentials)/i,
    "Le serveur d'envoi refuse notre identifiant ou notre mot de passe.",
  ],
  [
    /\b5\.7\.2[0-9]\b|\bSPF\b|\bDKIM\b|\bDMARC\b/i,
    "Le destinataire ne reconnaît pas notre domaine d'envoi (SPF, DKIM ou DMARC).",
  ],
  [
    /sender address rejected|sender (?:is )?not (?:allowed|owned)|\b5\.1\.[78]\b/i,
    "Le serveur d'envoi refuse notre adresse d'expéditeur.",
  ],
  [/relay/i, "Le serveur d'envoi n'accepte pas d'email pour cette adresse."],
  [
    /\b[45]\.2\.2\b|quota|(?:mailbox|inbox|storage) (?:is )?full/i,
    'La boîte du destinataire est pleine.',
  ],
  [
    /\b5\.2\.1\b|(?:account|mailbox)[^.]*(?:disabled|inactive)/i,
    'La boîte du destinataire est fermée.',
  ],
  [
    /\b5\.[13]\.2\b|\b5\.4\.4\b|domain (?:name )?(?:not found|does not exist)|no such domain/i,
    "Le domaine de l'adresse n'existe pas.",
  ],
  [
    /\b5\.3\.4\b|message size|too (?:large|big)/i,
    "L'email est trop volumineux pour le destinataire.",
  ],
  [
    /greylist|graylist|try again later/i,
    'Le serveur du destinataire demande de réessayer plus tard.',
  ],
  [
    /\b5\.1\.(?:0|1|3|6|10)\b|user unknown|unknown (?:user|recipient)|no such (?:user|recipient|mailbox)|does(?: not|n't) exist|no mailbox|invalid recipient|recipient not found/i,
    "L'adresse du destinataire n'existe pas.",
  ],
  [
    /spam|\bblock|blacklist|denylist|spamhaus|reputation|\b5\.7\.\d+\b/i,
    "L'email a été refusé comme indésirable.",
  ],
  [/^4\d\d\b/, 'Le serveur du destinataire demande de réessayer plus tard.'],
  [/^5\d\d\b/, "Le serveur de courrier a refusé l'email."],
];

/**
 * `cause`: the sentence to show. `raw`: the mail server's words; null if the product itself stored
 * the reason.
 */
export function failureCauseOf(error: string): { cause: string; raw: string | null } {
  if (OWN.has(error)) return { cause: error, raw: null };
  const [, cause] = PATTERNS.find(([pattern]) => pattern.test(error)) ?? [];
  return { cause: cause ?? "L'email n'a pas pu être remis.", raw: error };
}
