/** The emails about a statement and a reminder (MAIL-45). */
import { formatJour } from '#domain/core/calendrier.ts';
import { de } from '#domain/core/elision.ts';
import type { ContenuDeReleve } from '#domain/emails/courriels.ts';
import { formatCommunication, titreOf } from '#domain/billing/facturation.ts';
import { formatIban } from '#domain/settings/iban.ts';
import { formatCentimes } from '#domain/prices.ts';
import { type Block, oneLine, type Page } from './layout.ts';

export function relevePage(contenu: ContenuDeReleve): Page {
  const { sorte, nom, numero, mois, jour, centimes, virement } = contenu;
  const titre = titreOf(numero);
  const periode = de(formatJour(`${mois}-01`, 'mois'));
  const montant = `${formatCentimes(Math.abs(centimes))} €`;
  const [sujet, title, sentence] =
    sorte === 'releve'
      ? [
          `Votre relevé ${periode}`,
          `Votre relevé ${periode}`,
          centimes > 0
            ? `Le centre a fait votre ${titre.toLowerCase()}. À payer : ${montant}.`
            : centimes < 0
              ? `Le centre a fait votre ${titre.toLowerCase()}. Il n'y a rien à payer : votre compte a un crédit de ${montant}.`
              : `Le centre a fait votre ${titre.toLowerCase()}. Il n'y a rien à payer.`,
        ]
      : [
          'Rappel : un montant reste à payer',
          'Un montant reste à payer',
          `Sur votre compte, ${montant} restent à payer. Le dernier relevé (${numero}) date du ${formatJour(jour, 'long')}.`,
        ];
  const card: Block[] = virement
    ? [
        { sentence: 'Pour payer par virement :' },
        {
          card: [
            ['Montant', montant],
            ['Titulaire', oneLine(virement.titulaire)],
            ['IBAN', formatIban(virement.iban)],
            ['Communication', formatCommunication(virement.communication)],
          ],
        },
      ]
    : [];
  return {
    sujet,
    title,
    preview: sentence,
    greeting: nom,
    blocks: [
      { sentence },
      ...card,
      { button: 'Voir mes relevés', to: '/app/mes-releves' },
      {
        note: virement
          ? "Le relevé montre un code QR : scannez-le depuis l'application de votre banque. Si vous avez payé entre-temps, cet email ne demande rien de plus."
          : 'Une question ? Parlez-en au centre.',
      },
    ],
  };
}
