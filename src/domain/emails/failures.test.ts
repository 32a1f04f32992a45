import { expect, test } from 'vitest';
import { failureCauseOf } from './failures.ts';

test.each([
  [
    '550 5.1.1 <zoe@essai.example>: Recipient address rejected: User unknown in virtual mailbox table',
    "L'adresse du destinataire n'existe pas.",
  ],
  [
    '550-5.1.1 The email account that you tried to reach does not exist.',
    "L'adresse du destinataire n'existe pas.",
  ],
  ['550 No such user here', "L'adresse du destinataire n'existe pas."],
  ['550 5.1.2 Bad destination system: domain not found', "Le domaine de l'adresse n'existe pas."],
  [
    '452 4.2.2 The email account that you tried to reach is over quota',
    'La boîte du destinataire est pleine.',
  ],
  ['552 5.2.2 Mailbox full', 'La boîte du destinataire est pleine.'],
  [
    '550 5.2.1 The email account that you tried to reach is disabled',
    'La boîte du destinataire est fermée.',
  ],
  ['554 5.7.1 Message rejected as spam', "L'email a été refusé comme indésirable."],
  [
    '550 5.7.1 Service unavailable; client host [203.0.113.9] blocked using Spamhaus',
    "L'email a été refusé comme indésirable.",
  ],
  [
    '550-5.7.26 This mail has been blocked because the sender is unauthenticated. SPF did not pass',
    "Le destinataire ne reconnaît pas notre domaine d'envoi (SPF, DKIM ou DMARC).",
  ],
  [
    '553 5.7.1 <no-reply@manege.example>: Sender address rejected: not owned by user',
    "Le serveur d'envoi refuse notre adresse d'expéditeur.",
  ],
  ['550 5.7.1 Relaying denied', "Le serveur d'envoi n'accepte pas d'email pour cette adresse."],
  [
    '535 5.7.8 Error: authentication failed',
    "Le serveur d'envoi refuse notre identifiant ou notre mot de passe.",
  ],
  [
    'Invalid login: 535 Incorrect authentication data',
    "Le serveur d'envoi refuse notre identifiant ou notre mot de passe.",
  ],
  [
    '530 5.7.0 Authentication required',
    "Le serveur d'envoi refuse notre identifiant ou notre mot de passe.",
  ],
  ['connect ECONNREFUSED 127.0.0.1:25', "Le serveur d'envoi ne répond pas."],
  ['getaddrinfo ENOTFOUND smtp.essai.example', "Le serveur d'envoi est introuvable."],
  ['Greeting never received', "Le serveur d'envoi ne répond pas."],
  ['Connection closed unexpectedly', "Le serveur d'envoi ne répond pas."],
  [
    'self-signed certificate in certificate chain',
    "La connexion sûre au serveur d'envoi n'a pas pu s'établir (certificat).",
  ],
  [
    '450 4.2.0 <zoe@essai.example>: Recipient address rejected: Greylisted, see http://postgrey.example',
    'Le serveur du destinataire demande de réessayer plus tard.',
  ],
  [
    '421 4.7.0 Try again later, closing connection',
    'Le serveur du destinataire demande de réessayer plus tard.',
  ],
  [
    '552 5.3.4 Message size exceeds fixed maximum message size',
    "L'email est trop volumineux pour le destinataire.",
  ],
  ['550 encore autre chose', "Le serveur de courrier a refusé l'email."],
  ["451 refus d'essai 451", 'Le serveur du destinataire demande de réessayer plus tard.'],
  ['quelque chose', "L'email n'a pas pu être remis."],
])('« %s » se dit : %s, les mots du serveur derrière', (error, cause) => {
  expect(failureCauseOf(error)).toEqual({ cause, raw: error });
});

test.each([
  'Le serveur de courrier ne répond pas.',
  'Les rappels sont coupés dans les paramètres.',
  "Son destinataire n'est plus administrateur.",
])('« %s », que le produit a écrit, se dit tel quel', (error) => {
  expect(failureCauseOf(error)).toEqual({ cause: error, raw: null });
});
