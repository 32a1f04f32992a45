import { useRef, useState } from 'react';
import { formatInstant } from '#domain/core/calendrier.ts';
import { isAdmin, type User } from '#domain/people/users.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useWithdrawEmail } from '#web/nouns/people/profil.ts';
import { EmailText } from '#web/nouns/people/EmailText.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { ShownBanner } from '#web/ui/messages/ShownBanner.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { ChangeEmail } from './ChangeEmail.tsx';
import { Row, Rows } from './Rows.tsx';
import { DUREE_SUCCES, STATUTS, TEXTES } from './textes.ts';

/**
 * The data that cannot be edited here (PEOPLE-13). The email is changed in a separate dialog
 * (PEOPLE-40). Only riders see a status: an administrator who reads this is active.
 */
export function AccountInfo({ profil }: { profil: User }) {
  const admin = isAdmin(profil.role);
  const [changing, setChanging] = useState(false);
  const [annonce, say] = useBanner();
  const withdraw = useWithdrawEmail();
  const change = useRef<HTMLButtonElement>(null);
  /** The pressed button is removed together with the request. */
  const take = async () => {
    say(null);
    try {
      await withdraw.mutateAsync(undefined);
      change.current?.focus();
      say({ kind: 'success', text: TEXTES.emailRetire, ms: DUREE_SUCCES });
    } catch (error) {
      say({ kind: 'error', text: sentenceOf(error, TEXTES.emailNonRetire) });
    }
  };
  const saved = ({ email, email_demande }: User) => {
    setChanging(false);
    say({
      kind: 'success',
      text: email_demande === null ? `${TEXTES.emailChange} ${email}.` : TEXTES.emailDemande,
    });
  };
  return (
    <Card aria-labelledby="titre-informations">
      <h2 id="titre-informations" className="flex min-h-11 items-center">
        Informations du compte
      </h2>
      <ShownBanner message={annonce} className="mt-3" />
      <Rows>
        <Row label="Email">
          <>
            <span className="block font-medium">
              <EmailText>{profil.email}</EmailText>
            </span>
            {profil.email_demande !== null && (
              <span className="mt-1 block text-sm">
                <EmailText>{profil.email_demande}</EmailText>&#x202f;:{' '}
                <span className="font-medium">{TEXTES.emailAttend}</span>
              </span>
            )}
            <span className="mt-2 flex flex-wrap gap-2">
              <Button
                ref={change}
                variant="secondary"
                size="small"
                onClick={() => setChanging(true)}
              >
                {TEXTES.emailChanger}
              </Button>
              {profil.email_demande !== null && (
                <Button
                  variant="ghost"
                  size="small"
                  busy={withdraw.isPending}
                  onClick={() => void take()}
                >
                  {TEXTES.emailRetirer}
                </Button>
              )}
            </span>
          </>
        </Row>
        <Row label="Type de compte" note={TEXTES.typeDefini}>
          {admin ? 'Administrateur' : 'Cavalier'}
        </Row>
        <Row label="Inscription">{formatInstant(profil.created_at)}</Row>
        {profil.consentement_at && (
          <Row label="Accord" note={TEXTES.accord}>
            {formatInstant(profil.consentement_at)}
          </Row>
        )}
        {!admin && <Row label="Statut du compte">{STATUTS[profil.statut]}</Row>}
      </Rows>
      <p className="mt-2 rounded-field bg-sand-soft px-4 py-3 text-sm">
        {admin ? TEXTES.aideAdmin : TEXTES.aideCavalier}
      </p>
      <FormDialog title={TEXTES.emailChanger} open={changing} onClose={() => setChanging(false)}>
        <ChangeEmail profil={profil} onSaved={saved} onClose={() => setChanging(false)} />
      </FormDialog>
    </Card>
  );
}
