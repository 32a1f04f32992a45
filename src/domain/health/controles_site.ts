/**
 * The checks of the connection to the site: its address, and the proxy in front of it (OPS-65,
 * OPS-66).
 */
import type { Verdict } from './controles.ts';

/** What an instance reports about a request that reached it. */
export type Echo = {
  instance: string;
  /** True if the request had an X-Forwarded-For header. */
  forwarded: boolean;
  /** True if TRUST_PROXY names the sender of that header. */
  believed: boolean;
  /** True if the caller's false address was accepted as its address. */
  forged: boolean;
  https: boolean;
};

/** The result of a visit to the site. `certificat`: when it ends; null without https. */
export type Visite =
  | { sorte: 'echo'; echo: Echo; certificat: Date | null }
  | { sorte: 'autre'; status: number }
  | { sorte: 'erreur'; code: string };

const CERTIFICATE = /CERT|SELF_SIGNED|VERIFY|ISSUER|ALTNAME/;

/**
 * `connue`: the instance that answered is connected to this database; null if this could not be
 * determined.
 */
export function judgeAdresse({
  url,
  given,
  visite,
  connue,
}: {
  url: string;
  given: boolean;
  visite: Visite;
  connue: boolean | null;
}): Verdict {
  if (visite.sorte === 'erreur') {
    const { code } = visite;
    if (CERTIFICATE.test(code))
      return {
        etat: 'panne',
        constat: `${url} : le certificat est refusé (${code}).`,
        remede:
          'Renouvelez-le ou corrigez-le dans le mandataire ; les navigateurs le refusent aussi.',
      };
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return {
        etat: 'panne',
        constat: `${url} : ce nom n'existe pas dans le DNS.`,
        remede: 'Corrigez PUBLIC_URL, ou créez le nom chez votre hébergeur.',
      };
    return {
      etat: 'panne',
      constat: `${url} ne répond pas (${code}).`,
      remede:
        "Démarrez Manège et le mandataire, et vérifiez PUBLIC_URL. Si le site s'ouvre d'ailleurs, cette machine n'atteint pas sa propre adresse publique : il n'y a rien à faire.",
    };
  }
  if (visite.sorte === 'autre') {
    const moved = visite.status >= 300 && visite.status < 400;
    return {
      etat: 'panne',
      constat: `${url} répond ${visite.status}${moved ? ', et mène ailleurs' : ", et ce n'est pas Manège"}.`,
      remede: moved
        ? "Donnez à PUBLIC_URL l'adresse à laquelle elle mène."
        : 'Vérifiez PUBLIC_URL, et que le mandataire mène à Manège.',
    };
  }
  if (connue === false)
    return {
      etat: 'panne',
      constat: `${url} mène à un autre Manège, ou à une autre base.`,
      remede: 'Vérifiez PUBLIC_URL et DATABASE_URL : ils sont de deux installations.',
    };
  if (!given)
    return {
      etat: 'attention',
      constat: `PUBLIC_URL n'est pas donnée : les liens des emails mènent à ${url}.`,
      remede: "Donnez dans PUBLIC_URL l'adresse du site.",
    };
  return {
    etat: 'ok',
    constat: connue === null ? `${url} répond.` : `${url} mène à ce service.`,
    remede: null,
  };
}

/** `trusts`: TRUST_PROXY is set. `https`: the site uses https. */
export function judgeMandataire({
  echo,
  forged,
  trusts,
  https,
}: {
  echo: Echo;
  forged: boolean;
  trusts: boolean;
  https: boolean;
}): Verdict {
  if (forged)
    return {
      etat: 'panne',
      constat:
        "N'importe qui peut prétendre venir d'une autre adresse : X-Forwarded-For est cru tel quel.",
      remede:
        'Le mandataire doit remplacer cet en-tête (docs/proxies.md) ; sans mandataire, ôtez TRUST_PROXY.',
    };
  const oneAddress = 'tout le monde compte pour une seule adresse';
  if (echo.forwarded && !echo.believed)
    return {
      etat: 'attention',
      constat: `Un mandataire transmet X-Forwarded-For, et TRUST_PROXY ne le nomme pas : ${oneAddress}.`,
      remede: 'Donnez son adresse dans TRUST_PROXY, par exemple TRUST_PROXY=127.0.0.1.',
    };
  if (!echo.forwarded && (trusts || https))
    return {
      etat: 'attention',
      constat: `Aucun X-Forwarded-For n'arrive : ${oneAddress}.`,
      remede:
        'Le mandataire doit le transmettre (docs/proxies.md), et TRUST_PROXY le nommer ; sans mandataire, ôtez TRUST_PROXY.',
    };
  if (!echo.forwarded)
    return { etat: 'ok', constat: 'Aucun mandataire devant le service.', remede: null };
  if (https && !echo.https)
    return {
      etat: 'attention',
      constat: "X-Forwarded-Proto n'arrive pas, ou ne dit pas https.",
      remede: 'Le mandataire doit le transmettre (docs/proxies.md).',
    };
  return {
    etat: 'ok',
    constat: 'Le mandataire transmet les adresses, et il est cru.',
    remede: null,
  };
}
