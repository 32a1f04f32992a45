import { describe, expect, test } from 'vitest';
import { withoutAccount } from './personal_data.ts';

const LECON = {
  id: 'lecon',
  user_id: 'camille',
  nom_client: 'Camille Lambert',
  noms_participants: ['Camille Lambert', 'Hugo Dubois'],
  nombre_personnes: 2,
  remarques: null as string | null,
  raison: 'orage' as string | null,
  version: 3,
  participants: [
    { id: 's1', user_id: 'camille' as string | null, nom: 'Camille Lambert', remarques: null },
    { id: 's2', user_id: null, nom: 'Hugo Dubois', remarques: null },
  ],
};
const CAMILLE = { id: 'camille', emails: ['camille@exemple.be'] };
const nobody = (account: string): string => {
  throw new Error(`no heir is asked for, but ${account}`);
};

describe("ce qui reste d'une leçon quand un compte est effacé", () => {
  // PEOPLE-31
  test('les noms restent, sans compte ni raison ; rien à rapporter, donc la même version', () => {
    expect(withoutAccount(LECON, CAMILLE, nobody)).toEqual({
      ...LECON,
      user_id: null,
      raison: null,
      participants: LECON.participants.map((seat) => ({ ...seat, user_id: null })),
    });
  });

  test('les remarques disparaissent, et une modification commencée avant est refusée', () => {
    const left = withoutAccount({ ...LECON, remarques: 'Allergie' }, CAMILLE, nobody);
    expect([left.remarques, left.version]).toEqual([null, 4]);
  });

  test("la leçon passe au premier des autres, avec son nom, quelle que soit l'écriture, et ses remarques", () => {
    // RIDE-01
    const participants = [
      LECON.participants[0]!,
      { id: 's2', user_id: 'mohamed', nom: 'Hugo Dubois', remarques: 'Débutant' },
    ];
    const left = withoutAccount({ ...LECON, participants }, CAMILLE, () => 'محمد');
    expect(left).toMatchObject({
      user_id: 'mohamed',
      nom_client: 'محمد',
      remarques: 'Débutant',
      version: 4,
    });
    expect(left.participants.map(({ user_id, remarques }) => [user_id, remarques])).toEqual([
      [null, null],
      ['mohamed', null],
    ]);
  });

  test("un nom qui n'est que l'adresse, ancienne ou non, devient « Compte supprimé », chez elle seule", () => {
    const adresse = 'camille@exemple.be';
    const lecon = {
      ...LECON,
      nom_client: adresse,
      noms_participants: [adresse, adresse],
      participants: LECON.participants.map((seat) => ({ ...seat, nom: adresse })),
    };
    expect(withoutAccount(lecon, CAMILLE, nobody)).toMatchObject({
      nom_client: 'Compte supprimé',
      noms_participants: ['Compte supprimé', adresse],
    });
  });

  test("dans la leçon d'un autre compte, seule sa place est effacée", () => {
    const participants = [
      LECON.participants[0]!,
      { id: 's2', user_id: 'hugo', nom: 'Hugo Dubois', remarques: null },
    ];
    const lecon = {
      ...LECON,
      user_id: 'hugo',
      nom_client: 'Hugo Dubois',
      remarques: 'Au pas',
      participants,
    };
    const left = withoutAccount(lecon, CAMILLE, nobody);
    expect(left).toMatchObject({
      user_id: 'hugo',
      nom_client: 'Hugo Dubois',
      remarques: 'Au pas',
      version: 4,
    });
    expect(left.participants.map(({ user_id }) => user_id)).toEqual([null, 'hugo']);
  });
});
