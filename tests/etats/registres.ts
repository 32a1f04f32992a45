import { type Groupe, text } from './etat.ts';
import { JOUR } from './donnees.ts';

export const REGISTRES: Groupe = {
  title: 'Le journal et ce qui est supprimé',
  who: 'administrateur',
  simple: true,
  async prepare(manege, person) {
    await manege.sql(
      "insert into journal (survenu_at, action, acteur_id, objet, objet_id, details) select now(), action, $1::uuid, 'compte', ($1::uuid)::text, '{}' from unnest(array['compte.role', 'compte.corrige', 'adresse.changee']) action",
      [person!.id],
    );
    // Two signs in a row: 'Cours « Étoiles » : 10,00 € → 12,00 €' (UI-78).
    await manege.sql(
      `insert into journal (survenu_at, action, objet, details) values (now(), 'prix.modifies', null, '{"changements":{"Cours « Étoiles »":["10.00","12.00"]}}')`,
    );
    await manege.sql(
      `insert into journal (survenu_at, action, objet, details, acte) select now(), 'reservation.supprimee', 'reservation', jsonb_build_object('lecon', jsonb_build_object('date_reservation', $1::text, 'heure_debut', '1' || n || ':00', 'type_piste', 'interieure', 'type_lecon', 'collective')), 'aaaaaaaa-0000-4000-8000-000000000000' from generate_series(1, 3) n`,
      [JOUR],
    );
    await manege.sql(
      `insert into reservations_supprimees (date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, noms_participants, nom_client, statut, supprimee_at)
        select $1, '10:00', '11:00', 'interieure', 'collective', 1, array['Zoé'], 'Zoé ' || n, 'confirmee', now() - n * interval '1 second' from generate_series(1, 3) n`,
      [JOUR],
    );
    await manege.sql(
      "insert into participants_retires (reservation_id, position, nom, retire_at) select id, 1, 'Léa Martens', now() from reservations limit 1",
    );
  },
  etats: [
    {
      title: 'le journal, une ligne ouverte',
      path: '/app/journal',
      open: text(/13h00, Piste Intérieure/),
      press: (page) => page.getByText('Voir 3 leçons').click(),
    },
    {
      title: 'les leçons supprimées et les participants retirés',
      path: '/app/leconssupprimees',
      open: text('Léa Martens'),
    },
    {
      title: 'une leçon qui ne se restaure pas',
      path: '/app/leconssupprimees',
      open: text(/Ce créneau est déjà réservé/),
      press: (page) =>
        page
          .getByRole('button', { name: /^Restaurer/ })
          .first()
          .click(),
    },
  ],
};
