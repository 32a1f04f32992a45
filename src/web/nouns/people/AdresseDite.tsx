import { adresseParInWords } from '#domain/people/adresses.ts';
import { displayName, type User } from '#domain/people/users.ts';

const TEXTES = {
  verifier: ' Assurez-vous auprès de cette personne que son compte est toujours entre ses mains.',
  attend: "Un changement d'adresse attend sa confirmation\u202f: ",
  retire: '. Cette décision le retire.',
} as const;

/** Before an approval or a promotion: whose address it may not be (ACC-103, ACC-104). */
export function AdresseDite({ user }: { user: User }) {
  return (
    <>
      {user.adresse_par && (
        <p className="mt-2 font-semibold wrap-anywhere">
          {adresseParInWords(displayName(user), user.adresse_par)}
          {TEXTES.verifier}
        </p>
      )}
      {user.email_demande !== null && (
        <p className="mt-2 wrap-anywhere">
          {TEXTES.attend}
          <bdi>{user.email_demande}</bdi>
          {TEXTES.retire}
        </p>
      )}
    </>
  );
}
