import { formatInstant } from '#domain/calendrier.ts';
import { isAdmin, type User } from '#domain/users.ts';
import { Card } from '#web/ui/Card.tsx';
import { Row, Rows } from './Rows.tsx';
import { STATUTS, TEXTES } from './textes.ts';

/** What one cannot change here (PEOPLE-13). Only riders see a status: an administrator who reads this is active. */
export function AccountInfo({ profil }: { profil: User }) {
  const admin = isAdmin(profil.role);
  return (
    <Card aria-labelledby="titre-informations">
      <h2 id="titre-informations" className="flex min-h-11 items-center">Informations du compte</h2>
      <Rows>
        <Row label="Email" note={TEXTES.emailFixe}>{profil.email}</Row>
        <Row label="Type de compte" note={TEXTES.typeDefini}>{admin ? 'Administrateur' : 'Cavalier'}</Row>
        <Row label="Inscription">{formatInstant(profil.created_at)}</Row>
        {profil.consentement_at && <Row label="Accord" note={TEXTES.accord}>{formatInstant(profil.consentement_at)}</Row>}
        {!admin && <Row label="Statut du compte">{STATUTS[profil.statut]}</Row>}
      </Rows>
      <p className="mt-2 rounded-field bg-sand-soft px-4 py-3 text-sm">{admin ? TEXTES.aideAdmin : TEXTES.aideCavalier}</p>
    </Card>
  );
}
