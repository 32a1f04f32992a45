/**
 * The fixed reference: node:http and pg. It stores each request in the frozen table
 * (`reference.ts`) and reads from the product's own, with one statement each: no session, no rule,
 * no email, no announcement.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { REFERENCE } from './reference.ts';

export type Bare = { databaseUrl: string };

/** As many connections as the product's own pool. */
const POOL = 16;

const INSERT = `
  insert into ${REFERENCE} (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, remarques)
  values ($1, $2, $3, $4, $5::time, $5::time + interval '30 minutes', $6, $7, $8, $9) returning *`;

/** By address: the fields in the product's answer. */
const READINGS: Record<string, string> = {
  '/api/disponibilites': `
    select type_piste, date_reservation, heure_debut, heure_fin, nombre_personnes as personnes, max_personnes as max,
      case when nombre_personnes < max_personnes then 'partiel' else 'complet' end as etat, created_at > now() - interval '2 minutes' as recente
    from reservations join types_lecons on value = type_lecon
    where date_reservation between $1 and $2 and reservations.statut <> 'annulee' order by date_reservation, type_piste, heure_debut`,
  '/api/planning': `
    select date_reservation, type_piste, r.id, version, heure_debut, heure_fin, type_lecon, r.statut = 'en_attente', noms_participants, nom_client,
      user_id is not null, telephone, remarques
    from reservations r left join users u on u.id = r.user_id
    where date_reservation between $1 and $2 and r.statut <> 'annulee' order by date_reservation, heure_debut`,
};

process.on('message', ({ databaseUrl }: Bare) => {
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL });
  const answer = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'POST') {
      const asked = JSON.parse(await textOf(request));
      const values = [
        asked.user_id,
        asked.noms_participants,
        asked.noms_participants[0],
        asked.date_reservation,
        asked.heure_debut,
        asked.type_piste,
        asked.type_lecon,
        asked.nombre_personnes,
        asked.remarques,
      ];
      return [201, (await pool.query({ name: 'insert', text: INSERT, values })).rows[0]];
    }
    const query = {
      name: pathname,
      text: READINGS[pathname] ?? '',
      values: [searchParams.get('du'), searchParams.get('au')],
    };
    return [
      200,
      (
        await (pathname === '/api/planning'
          ? pool.query({ ...query, rowMode: 'array' })
          : pool.query(query))
      ).rows,
    ];
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [status, body] = await answer(request).catch((error: unknown): [number, unknown] => [
      500,
      String(error),
    ]);
    const text = JSON.stringify(body);
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      .end(text);
  };
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ port: (server.address() as { port: number }).port }),
  );
});

const textOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    request
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        text += chunk;
      })
      .on('end', () => resolve(text));
  });
