/** Two processes that notify people of a free slot, while others take and free it (RIDE-32). */
import { expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { useInstances } from '../../support/instances.ts';

const JOUR = addDays(momentAt(new Date()).jour, 20);
const i = useInstances({ people: 3 });
const count = async (query: string, ...values: unknown[]): Promise<number> =>
  Number(
    (await i.sql.query<{ n: string }>(`select count(*) as n from ${query}`, values)).rows[0]?.n,
  );
const DEMANDE = {
  type_lecon: 'collective',
  nombre_personnes: 1,
  noms_participants: ['Camille'],
  type_piste: 'interieure',
  heure_debut: '10:00',
};
const told = (jour: string) =>
  count(
    `courriels where sorte = 'place_libre' and contenu -> 'creneau' ->> 'date_reservation' = $1`,
    jour,
  );
const open = (jour: string) =>
  count('alertes where libre_at is null and date_reservation = $1', jour);

test("trente demandes d'un créneau : trente emails, chacun une fois", async () => {
  await i.sql.query(`update parametres set "slotAlerts" = true`);
  const lecon = (await i.call(0, '/api/reservations', { ...DEMANDE, date_reservation: JOUR })).body;
  await i.sql.query(
    `with asking as (
      insert into users (email, full_name, statut) select 'attente' || n || '@essai.example', 'Zoé Attente', 'actif' from generate_series(1, 30) n returning id)
    insert into alertes (user_id, type_lecon, type_piste, date_reservation, heure_debut, heure_fin) select id, 'collective', 'interieure', $1, '10:00', '11:00' from asking`,
    [JOUR],
  );
  // A cancellation written to the database: both processes are notified at the same instant.
  await i.sql.query(
    `with freed as (delete from occupations where reservation_id = $1), cancelled as (update reservations set statut = 'annulee' where id = $1)
    select pg_notify('manege_changes', '{"changed":["reservations"]}')`,
    [lecon.id],
  );
  await expect.poll(() => told(JOUR)).toBe(30);
  expect(
    await count(
      `(select distinct destinataire from courriels where sorte = 'place_libre') as people`,
    ),
  ).toBe(30);
  expect(await open(JOUR)).toBe(0);
});

test("vingt fois : libéré et repris pendant qu'on prévient ; aucune demande n'est perdue ni dite deux fois", async () => {
  for (let round = 0; round < 20; round += 1) {
    const jour = addDays(JOUR, 1 + round);
    const lecon = (await i.call(0, '/api/reservations', { ...DEMANDE, date_reservation: jour }))
      .body;
    const asked = await Promise.all(
      [1, 2].map((person) =>
        i.call(person, '/api/alertes', {
          type_lecon: 'collective',
          type_piste: 'interieure',
          heure_debut: '10:00',
          date_reservation: jour,
        }),
      ),
    );
    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    await i.sql.query(
      `with freed as (delete from reservations where id = $1)
      select pg_notify('manege_changes', json_build_object('changed', array['reservations'], 'jours', array[$2::text])::text)`,
      [lecon.id, jour],
    );
    const again = await i.call(round % 2, '/api/reservations', {
      ...DEMANDE,
      date_reservation: jour,
    });
    expect(again.status).toBe(201);
    // Each request is either notified or still open, never both and never neither.
    expect(
      await count(
        `(select cause from courriels where sorte = 'place_libre' and contenu -> 'creneau' ->> 'date_reservation' = $1
      union all select 'place_libre ' || id from alertes where libre_at is null and date_reservation = $1::date) as requests`,
        jour,
      ),
    ).toBe(2);
    await i.sql.query(
      `with freed as (delete from reservations where id = $1)
      select pg_notify('manege_changes', '{"changed":["reservations"]}')`,
      [again.body.id],
    );
    await expect.poll(async () => [await told(jour), await open(jour)]).toEqual([2, 0]);
  }
});
