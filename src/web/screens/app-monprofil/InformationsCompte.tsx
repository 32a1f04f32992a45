import { isAdmin, type User } from '#domain/users.ts';
import { Card } from '#web/ui/Card.tsx';
import { jourEtHeureOf } from './dates.ts';
import { Ligne, Lignes } from './Lignes.tsx';
import { STATUTS, TEXTES } from './textes.ts';

/** What one cannot change here (PEOPLE-13). Only riders see a status: an administrator who reads this is active. */
export function InformationsCompte({ profil }: { profil: User }) {
  const admin = isAdmin(profil.role);
  return (
    <Card aria-labelledby="titre-informations">
      <h2 id="titre-informations" className="flex min-h-11 items-center">Informations du compte</h2>
      <Lignes>
        <Ligne label="Email" note={TEXTES.emailFixe}>{profil.email}</Ligne>
        <Ligne label="Type de compte" note={TEXTES.typeDefini}>{admin ? 'Administrateur' : 'Cavalier'}</Ligne>
        <Ligne label="Inscription">{jourEtHeureOf(profil.created_at)}</Ligne>
        {!admin && <Ligne label="Statut du compte">{STATUTS[profil.statut]}</Ligne>}
      </Lignes>
      <p className="mt-2 rounded-field bg-sand-soft px-4 py-3 text-sm">{admin ? TEXTES.aideAdmin : TEXTES.aideCavalier}</p>
    </Card>
  );
}
