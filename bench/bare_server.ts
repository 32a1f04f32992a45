/** The baseline of a read: node:http and pg, one prepared statement, the same rows as JSON; no session, no check, nothing else. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';

export type Reading = 'disponibilites' | 'planning';
/** `jours`: which end of the week each value of the statement is. */
export type Bare = { databaseUrl: string; lecture: Reading; statement: string; jours: ('du' | 'au')[] };

/** The rows as the product answers them, in the order in which its statements name their columns. */
const SHAPES: Record<Reading, (row: any[]) => object> = {
  disponibilites: ([type_piste, date_reservation, debut, fin, personnes, max]) => ({
    type_piste, date_reservation, heure_debut: debut.slice(0, 5), heure_fin: fin.slice(0, 5), personnes, max, etat: personnes < max ? 'partiel' : 'complet',
  }),
  planning: ([id, user_id, noms_participants, nom_client, date_reservation, debut, fin, type_piste, type_lecon, nombre_personnes, statut, remarques, version, created_at]) => ({
    id, user_id, noms_participants, nom_client, date_reservation, heure_debut: debut.slice(0, 5), heure_fin: fin.slice(0, 5), type_piste, type_lecon,
    nombre_personnes, statut, remarques, version, created_at,
  }),
};

/** As many connections as the product's own pool. */
const POOL = 16;

process.on('message', ({ databaseUrl, lecture: reading, statement, jours }: Bare) => {
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const { rows } = await pool.query<unknown[]>({ name: reading, text: statement, values: jours.map((jour) => query.get(jour)), rowMode: 'array' });
    const body = JSON.stringify(rows.map(SHAPES[reading]));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
  });
});
