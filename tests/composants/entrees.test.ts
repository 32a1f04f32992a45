/** The forms of visitors: sign-up, new password, set-up, sign-in. */
import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { button, type Form, isShown, PASSWORD, saying, tryAll } from './formulaire.ts';
import { show } from './scene.ts';

const UNANSWERED =
  "Pas de réponse : nous ne savons pas si c'est fait. Vérifiez votre connexion, puis recommencez.";

const VISITOR = {
  role: 'visiteur',
  answers: () => ({}),
  again: true,
  meanwhile: UNANSWERED,
} as const;
const fill = async (fields: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabelText(label, { exact: true }).fill(value);
};
const ACCOUNT = {
  Prénom: 'Zoé',
  Nom: 'Willems',
  Email: 'zoe@essai.example',
  'Mot de passe': PASSWORD,
  'Confirmer le mot de passe': PASSWORD,
};

const FORMS: Record<string, Form> = {
  "s'inscrire": {
    ...VISITOR,
    screen: 'register/Register',
    address: '/register',
    open: () => fill(ACCOUNT),
    form: () => page.getByRole('form', { name: 'Créer un compte' }),
    press: () => button('Créer mon compte').click(),
    call: 'users.signUp',
    late: {
      busy: 'Création en cours…',
      failed: "Une erreur est survenue lors de l'inscription.",
      cancel: null,
    },
    done: 'Votre demande est enregistrée',
  },
  'choisir un nouveau mot de passe par un lien': {
    ...VISITOR,
    screen: 'reset-password/ResetPassword',
    address: '/reset-password#token=jeton',
    answers: () => ({ 'session.canReset': { valable: true, email: 'zoe@essai.example' } }),
    open: () => fill({ 'Nouveau mot de passe': PASSWORD, 'Confirmer le mot de passe': PASSWORD }),
    form: () => page.getByRole('form', { name: 'Choisir un mot de passe' }),
    press: () => button('Enregistrer le mot de passe').click(),
    call: 'session.resetPassword',
    late: {
      busy: 'Enregistrement en cours…',
      failed: 'Une erreur est survenue. Veuillez réessayer.',
      cancel: null,
    },
    done: 'Mot de passe modifié',
  },
  'créer le premier administrateur': {
    ...VISITOR,
    screen: 'installation/Installation',
    address: '/installation#token=jeton',
    answers: () => ({ 'users.canInstall': { ouverte: true } }),
    open: () => fill(ACCOUNT),
    form: () => page.getByRole('form', { name: 'Premier administrateur' }),
    press: () => button("Créer l'administrateur").click(),
    call: 'users.install',
    late: {
      busy: 'Création en cours…',
      failed: "Une erreur est survenue lors de l'inscription.",
      cancel: null,
    },
    done: 'Le premier administrateur est créé',
  },
};

tryAll(FORMS);

const ENVOI = FORMS["s'inscrire"]!;

test('une inscription sans réponse, reprise après un rechargement, est le même envoi ; un autre texte en est un autre', async () => {
  // UI-113, ACC-109
  const serveur = await show(ENVOI);
  await ENVOI.open!();
  serveur.fates = ['lost', 'absent'];
  await ENVOI.press();
  await isShown(saying(UNANSWERED));
  serveur.leave();
  serveur.reopen();
  await fill({ 'Mot de passe': PASSWORD, 'Confirmer le mot de passe': PASSWORD });
  serveur.fates = ['lost', 'absent'];
  await ENVOI.press();
  await isShown(saying(UNANSWERED));
  expect(serveur.count).toBe(1);
  await fill({ Email: 'zoe.willems@essai.example' });
  await ENVOI.press();
  await isShown(saying('Votre demande est enregistrée'));
  expect(serveur.count).toBe(2);
});

const SIGN_IN = {
  ...VISITOR,
  screen: 'login/Login',
  address: '/login',
} as const;
const signIn = async (): Promise<void> => {
  await fill({ Email: 'zoe@essai.example', 'Mot de passe': PASSWORD });
  await button('Se connecter').click();
};

test("une connexion dont la réponse s'est perdue est ouverte si sa session l'est, et sinon n'est pas dite refusée", async () => {
  // UI-32, UI-75
  const user = {
    id: '11111111-1111-4111-8111-111111111111',
    email: 'zoe@essai.example',
    prenom: 'Zoé',
    nom: 'Willems',
    full_name: 'Zoé Willems',
    role: 'utilisateur',
    statut: 'actif',
  };
  const serveur = await show({
    ...SIGN_IN,
    answers: (stored) => ({ 'session.get': { user: stored ? user : null } }),
  });
  const { getSession } = await import('#web/data/session.ts');
  serveur.fates = ['absent'];
  await signIn();
  await isShown(saying(UNANSWERED));
  serveur.fates = ['cut'];
  await button('Se connecter').click();
  await expect.poll(() => getSession().user?.email).toBe('zoe@essai.example');
  await expect.element(saying(UNANSWERED)).not.toBeInTheDocument();
});
