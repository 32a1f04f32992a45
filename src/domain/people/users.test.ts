import { describe, expect, test } from 'vitest';
import { REFUS } from '../errors/errors.ts';
import { displayName, initials, refuseStatut, STATUTS_USER } from './users.ts';

const personne = (
  prenom: string | null,
  nom: string | null,
  full_name: string | null = null,
  email = 'camille.lambert@exemple.be',
) => ({ prenom, nom, full_name, email });

describe('le nom affiché', () => {
  // ACC-15
  test('est le prénom et le nom', () => {
    expect(displayName(personne('Camille', 'Lambert', 'Autre'))).toBe('Camille Lambert');
    expect(displayName(personne('Camille', null))).toBe('Camille');
    expect(displayName(personne(' Camille ', '  Van  Dyck'))).toBe('Camille Van Dyck');
  });

  test('est le nom complet, puis l’email, quand rien ne s’y lit', () => {
    expect(displayName(personne(null, '', 'Camille Lambert'))).toBe('Camille Lambert');
    expect(displayName(personne(null, null))).toBe('camille.lambert@exemple.be');
  });

  test('ne se contente ni de chiffres ni de signes', () => {
    expect(displayName(personne('123', '--'))).toBe('camille.lambert@exemple.be');
    expect(displayName(personne('123', '--', '42'))).toBe('camille.lambert@exemple.be');
    expect(displayName(personne('Élodie', '2'))).toBe('Élodie 2');
    expect(displayName(personne('明', null))).toBe('明');
  });
});

describe('les initiales', () => {
  // ACC-16
  test('sont celles des deux premiers mots du nom', () => {
    expect(initials(personne('Camille', 'Lambert'))).toBe('CL');
    expect(initials(personne('Jean', 'de la Tour'))).toBe('JD');
    expect(initials(personne('élodie', null))).toBe('É');
  });

  test('sont les deux premières lettres de l’email quand le nom manque', () => {
    expect(initials(personne(null, '12'))).toBe('CA');
    expect(initials(personne(null, null, null, 'x@exemple.be'))).toBe('X');
  });

  test('ne coupent pas un caractère en deux', () => {
    expect(initials(personne('𝓐lice', 'B'))).toBe('𝓐B');
  });
});

describe('le statut', () => {
  test('actif entre, tout autre a son refus', () => {
    // ACC-10
    expect(STATUTS_USER.filter((statut) => refuseStatut(statut) === null)).toEqual(['actif']);
    expect(REFUS[refuseStatut('refuse') ?? 'panne'].message).toBe(
      'Votre compte a été refusé. Contactez un administrateur.',
    );
    expect(REFUS[refuseStatut('en_attente') ?? 'panne'].message).toBe(
      'Votre compte est en attente de validation par un administrateur.',
    );
    expect(REFUS[refuseStatut('inactif') ?? 'panne'].message).toBe(
      "Votre compte n'est pas actif. Contactez un administrateur.",
    );
  });
});
