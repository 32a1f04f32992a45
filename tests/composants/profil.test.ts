/** A person's own account: /app/monprofil. */
import { page } from 'vitest/browser';
import {
  asked,
  button,
  dialog,
  type Form,
  PASSWORD,
  save,
  tryAll,
  UNSURE,
  isShown,
} from './formulaire.ts';
import { CENTRE } from './scene.ts';
import { type Answers, row } from './serveur.ts';

const CAVALIER = '11111111-1111-4111-8111-111111111111';
const SESSION = '22222222-2222-4222-8222-222222222222';

const compte = (fields: object = {}): Answers => ({
  'profil.get': row('profil.get', {
    email: 'camille@essai.example',
    prenom: 'Camille',
    nom: 'Lambert',
    full_name: 'Camille Lambert',
    role: 'utilisateur',
    statut: 'actif',
    email_confirme: true,
    ...fields,
  }),
});
const cavalier = (fields: object = {}) =>
  row('cavaliers.list', { id: CAVALIER, nom: 'Léa Dubois', version: 1, ...fields });
const session = (fields: object) => row('profil.listSessions', fields);

const PAGE = {
  screen: 'app-monprofil',
  address: '/app/monprofil',
  role: 'utilisateur',
  answers: () => compte(),
} as const;
const ENREGISTREMENT = 'Enregistrement en cours…';
const enregistrer = () => button('Enregistrer', dialog()).click();
const motDePasse = () =>
  dialog().getByLabelText('Mot de passe actuel', { exact: true }).fill(PASSWORD);
const card = (name: string) => page.getByRole('region', { name });
const activer = async (): Promise<void> => {
  await button('Activer', card('Double authentification')).click();
  await motDePasse();
};

const FORMS: Record<string, Form> = {
  'ajouter un cavalier': {
    ...PAGE,
    answers: (stored) => ({
      ...compte(),
      'cavaliers.list': stored ? [cavalier()] : [],
    }),
    open: async () => {
      await button('Ajouter un cavalier').click();
      await dialog().getByLabelText('Prénom et nom').fill(' Léa Dubois ');
    },
    press: enregistrer,
    call: 'cavaliers.create',
    late: save(ENREGISTREMENT, "Le cavalier n'a pas pu être enregistré. Veuillez réessayer."),
    done: 'Cavalier ajouté.',
  },
  'modifier un cavalier': {
    ...PAGE,
    answers: (stored) => ({
      ...compte(),
      'cavaliers.list': [cavalier(stored && { annee_naissance: 2015, version: 2 })],
    }),
    open: async () => {
      await button(/^Modifier.*Léa Dubois/).click();
      await dialog()
        .getByLabelText(/^Année de naissance/)
        .fill('2015');
    },
    press: enregistrer,
    call: 'cavaliers.update',
    late: save(ENREGISTREMENT, "Le cavalier n'a pas pu être enregistré. Veuillez réessayer."),
    done: 'Cavalier modifié.',
  },
  'retirer un cavalier': {
    ...PAGE,
    answers: (stored) => ({ ...compte(), 'cavaliers.list': stored ? [] : [cavalier()] }),
    ...asked('Retirer', () => button(/^Retirer.*Léa Dubois/).click()),
    call: 'cavaliers.remove',
    late: save('Retrait en cours…', "Le cavalier n'a pas pu être retiré. Veuillez réessayer."),
    done: 'Cavalier retiré.',
    meanwhile: UNSURE,
  },
  'ses coordonnées': {
    ...PAGE,
    answers: (stored) => compte(stored && { telephone: '081 61 23 45' }),
    form: () => card('Coordonnées'),
    open: async () => {
      await button('Modifier', card('Coordonnées')).click();
      await card('Coordonnées').getByLabelText('Téléphone').fill(' 081 61 23 45 ');
    },
    press: () => button('Enregistrer', card('Coordonnées')).click(),
    call: 'profil.update',
    late: save(ENREGISTREMENT, 'Erreur lors de la sauvegarde du profil'),
    done: 'Profil mis à jour avec succès',
    meanwhile: UNSURE,
  },
  "les emails que l'on veut": {
    ...PAGE,
    answers: (stored) => ({
      ...compte(),
      'profil.emails': stored ?? { email_rappels: true, email_places: true },
    }),
    open: () => isShown(page.getByRole('switch', { name: 'Rappel la veille' })),
    press: () => page.getByRole('switch', { name: 'Rappel la veille' }).click(),
    call: 'profil.setEmails',
    done: 'Votre choix est enregistré.',
  },
  "changer d'adresse email": {
    ...PAGE,
    answers: (stored) => compte(stored && { email_demande: 'autre@essai.example' }),
    open: async () => {
      await button("Changer d'adresse email").click();
      await dialog().getByLabelText('Nouvelle adresse email').fill('Autre@essai.example');
      await motDePasse();
    },
    press: () => button('Demander le changement', dialog()).click(),
    call: 'profil.changeEmail',
    late: save(ENREGISTREMENT, "L'adresse n'a pas pu être changée. Veuillez réessayer."),
    done: /autre@essai\.example/,
  },
  'son mot de passe': {
    ...PAGE,
    open: async () => {
      await button('Mot de passe').click();
      await motDePasse();
      for (const label of ['Nouveau mot de passe', 'Confirmer le mot de passe'])
        await dialog().getByLabelText(label, { exact: true }).fill('une bombe et des guêtres');
    },
    press: () => button('Enregistrer le mot de passe', dialog()).click(),
    call: 'profil.changePassword',
    late: save(ENREGISTREMENT, "Le mot de passe n'a pas pu être changé. Veuillez réessayer."),
    done: null, // no read returns a password
  },
  'un lien pour un nouveau mot de passe': {
    ...PAGE,
    open: async () => {
      await button('Mot de passe').click();
      await button(/^Mot de passe actuel oublié/).click();
    },
    press: () => button(/^(Recevoir|Envoyer)/, dialog()).click(),
    call: 'profil.sendPasswordEmail',
    late: save('Envoi en cours…', "Erreur lors de l'envoi de l'email de réinitialisation"),
    done: null,
  },
  'la double authentification': {
    ...PAGE,
    open: activer,
    press: () => button('Continuer', dialog()).click(),
    call: 'secondFacteur.start',
    late: save('Continuer', "L'action n'a pas abouti. Veuillez réessayer."),
    done: null, // only the answer contains the key
  },
  "le code d'une application": {
    ...PAGE,
    answers: () => ({
      ...compte(),
      'secondFacteur.start': {
        cle: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Manege:camille?secret=JBSWY3DPEHPK3PXP&issuer=Manege',
      },
    }),
    open: async () => {
      await activer();
      await button('Continuer', dialog()).click();
    },
    async press() {
      await dialog().getByLabelText("Code de l'application").fill('123456');
      await button('Activer', dialog()).click();
    },
    call: 'secondFacteur.confirm',
    late: { ...save('Activer', "L'action n'a pas abouti. Veuillez réessayer."), cancel: null },
    done: null, // only the answer contains its recovery codes
  },
  'la suppression de son compte': {
    ...PAGE,
    open: async () => {
      await button('Supprimer mon compte').click();
      await motDePasse();
    },
    press: () => button('Supprimer mon compte', dialog()).click(),
    call: 'profil.remove',
    late: save(
      'Suppression en cours…',
      "Votre compte n'a pas pu être supprimé. Veuillez réessayer.",
    ),
    done: null, // the next reading of the session says so
  },
  'sa photo': {
    ...PAGE,
    answers: (stored) => compte(stored && { profile_image_url: '/favicon.svg' }),
    open: () => isShown(page.getByText('Camille Lambert').first()),
    press: async () => {
      const canvas = new OffscreenCanvas(60, 60);
      canvas.getContext('2d')!.fillRect(0, 0, 60, 60);
      const field = document.querySelector<HTMLInputElement>('input[type=file]')!;
      const files = new DataTransfer();
      files.items.add(
        new File([await canvas.convertToBlob({ type: 'image/png' })], 'cheval.png', {
          type: 'image/png',
        }),
      );
      field.files = files.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    },
    call: 'profil.setPhoto',
    done: 'Photo de profil mise à jour avec succès',
  },
  'terminer les autres sessions': {
    ...PAGE,
    answers: (stored) => ({
      ...compte(),
      'profil.listSessions': [
        session({ id: '1', courante: true }),
        ...(stored ? [] : [session({ id: SESSION, courante: false })]),
      ],
    }),
    open: () => isShown(button('Terminer toutes les autres')),
    press: () => button('Terminer toutes les autres').click(),
    call: 'profil.endOtherSessions',
    done: /^Les autres sessions sont terminées/,
  },
  'une adresse de calendrier': {
    ...PAGE,
    answers: () => ({
      ...compte(),
      'parametres.centre': { ...CENTRE, regles: { ...CENTRE.regles, calendarFeeds: true } },
    }),
    open: () => isShown(button(/^Créer l'adresse/)),
    press: () => button(/^Créer l'adresse/).click(),
    call: 'flux.draw',
    done: null, // only the answer contains the address
  },
};

tryAll(FORMS);
