import { useState } from 'react';
import { codesSecoursDocument } from '#documents/prints/codes_secours.ts';
import type { User } from '#domain/people/users.ts';
import { CENTRE } from '#web/data/centre.ts';
import { refusalOf } from '#web/data/client.ts';
import {
  useConfirmFactor,
  useDisableFactor,
  useRenewCodes,
  useStartFactor,
} from '#web/nouns/signin/secondFacteurQueries.ts';
import { CleApplication } from '#web/nouns/signin/CleApplication.tsx';
import { CodeForm } from '#web/nouns/signin/CodeForm.tsx';
import { CodesSecours } from '#web/nouns/signin/CodesSecours.tsx';
import { type Proof, ProofForm } from '#web/nouns/signin/ProofForm.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { TEXTES } from './textes.facteur.ts';

export type FactorAction = 'activer' | 'desactiver' | 'nouveauxCodes';

type FactorDialogProps = {
  action: FactorAction;
  profil: User;
  onClose: (done: string | null) => void;
};

/**
 * The dialog of the authenticator application: switching it on or off, or new recovery codes
 * (ACC-61, ACC-66).
 */
export function FactorDialog({ action, profil, onClose }: FactorDialogProps) {
  const [start, confirm, disable, renew] = [
    useStartFactor(),
    useConfirmFactor(),
    useDisableFactor(),
    useRenewCodes(),
  ];
  const [codes, setCodes] = useState<string[] | null>(null);
  const prove = async ({ password, code }: Proof) => {
    if (action === 'activer') await start.mutateAsync({ password });
    else if (action === 'nouveauxCodes')
      setCodes((await renew.mutateAsync({ password, code })).codes);
    else {
      await disable.mutateAsync({ password, code });
      onClose(TEXTES.desactivee);
    }
  };
  const activate = async (code: string) => setCodes((await confirm.mutateAsync({ code })).codes);
  const done = () => onClose(action === 'activer' ? TEXTES.activee : null);
  return (
    // Once the codes are shown, only the button below them closes the dialog, because they are not
    // shown again.
    <FormDialog
      title={codes ? TEXTES.aCodes : action === 'activer' ? TEXTES.titre : TEXTES[action]}
      open
      unsaved={codes ? true : undefined}
      lost={codes ? TEXTES.codesPerdus : undefined}
      mayClose={() => codes === null}
      onClose={codes ? done : () => onClose(null)}
    >
      {codes ? (
        <div className="mt-3">
          <CodesSecours
            codes={codes}
            printout={codesSecoursDocument(codes, { email: profil.email, centre: CENTRE.nom })}
            doneLabel={TEXTES.vus}
            onDone={done}
          />
        </div>
      ) : start.data ? (
        <div className="mt-3 flex flex-col gap-4">
          <CleApplication {...start.data} />
          <CodeForm
            label={TEXTES.code}
            submitLabel={TEXTES.confirmer}
            onSubmit={(code) => refusalOf(activate(code), TEXTES.echec)}
          />
        </div>
      ) : (
        <>
          {action !== 'nouveauxCodes' && <p className="mt-3">{TEXTES.autresSessions}</p>}
          <ProofForm
            label={action === 'activer' ? TEXTES.titre : TEXTES[action]}
            submitLabel={action === 'activer' ? TEXTES.continuer : TEXTES[action]}
            danger={action === 'desactiver'}
            {...(action !== 'activer' && { also: ['code'] as const })}
            onSubmit={(proof) => refusalOf(prove(proof), TEXTES.echec)}
            onCancel={() => onClose(null)}
          />
        </>
      )}
    </FormDialog>
  );
}
