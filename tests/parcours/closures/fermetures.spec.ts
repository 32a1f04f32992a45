/** Closing arenas, at both widths, with the pointer and the keyboard (FERM-01 to FERM-07). */
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { startServer } from '../../support/server.ts';
import { startSmtp } from '../../support/smtp.ts';
import { endWaits } from '../courriels.ts';
import {
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  SECRET,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { closeArena, store } from '../planning.ts';
import { mondayIn } from '../../support/jours.ts';

const planning = { name: 'Planning de la semaine' };

test(
  'fermer la carrière un jour de gel : huit leçons de six comptes, en six gestes au plus',
  BUREAU,
  async ({ page, manege }) => {
    // FERM-05
    const jour = addDays(mondayIn(40), 2);
    const smtp = await startSmtp();
    const other = await startServer({
      DATABASE_URL: manege.server.databaseUrl,
      SECRET,
      SMTP_URL: smtp.url,
    });
    try {
      const riders = await Promise.all(Array.from({ length: 6 }, () => manege.person()));
      for (let n = 0; n < 8; n += 1)
        await store(manege, {
          jour,
          heure: `${9 + n}:00`.padStart(5, '0'),
          fin: `${10 + n}:00`,
          piste: 'exterieure',
          noms: [`Cavalier ${n}`],
          compte: riders[n % 6]!.id,
        });
      await enter(page, { ...manege, server: other }, await manege.person({ role: 'admin' }));
      await page.goto(`${other.url}/app/webmaster?semaine=${jour}`);
      let actions = 0;
      const act = async (done: Promise<void>) => {
        actions += 1;
        await done;
      };
      const region = page.getByRole('region', planning);
      await act(region.getByRole('button', { name: 'Fermer', exact: true }).click());
      const dialog = page.getByRole('dialog', { name: 'Fermer des pistes' });
      await act(dialog.getByRole('checkbox', { name: 'Piste Extérieure' }).check());
      await act(dialog.getByRole('button', { name: 'Gel' }).click());
      await expect(
        dialog.getByText('8 leçons annulées\u202f; 6 comptes prévenus par email.'),
      ).toBeVisible();
      await act(dialog.getByRole('button', { name: 'Fermer et annuler 8 leçons' }).click());
      await expect(dialog).toBeHidden();
      await expect(
        page.getByText(
          'La piste est fermée. 8 leçons annulées\u202f; 6 comptes prévenus par email.',
        ),
      ).toBeVisible();
      expect(actions).toBeLessThanOrEqual(6);
      const [left] = await manege.sql(
        `select count(*)::int as n from reservations where date_reservation = $1 and statut = 'annulee'`,
        [jour],
      );
      expect(left?.['n']).toBe(8);
      await expect(region.getByRole('button', { name: /Fermé ?Gel/ }).first()).toBeVisible();
      // Each account is notified once, with the reason; two accounts have two lessons each. Emails
      // that other tests left in the queue are sent too.
      const sentTo = (email: string) =>
        smtp.recus.filter(({ to }) => [to ?? []].flat().some(({ text }) => text.includes(email)));
      const all = () => riders.flatMap(({ email }) => sentTo(email));
      await endWaits(manege);
      await expect.poll(() => all().length).toBe(6);
      for (const { email } of riders) expect(sentTo(email)).toHaveLength(1);
      expect(all().filter(({ subject }) => subject === '2 leçons annulées')).toHaveLength(2);
      for (const { text } of all()) expect(text).toContain('Gel');
    } finally {
      // The live stream of the page would report that the server has stopped.
      await page.goto('about:blank');
      await other.stop();
      await smtp.stop();
    }
  },
);

test(
  'une leçon se garde, une autre passe à l’intérieur ; la carte rouvre et remet',
  TELEPHONE,
  async ({ page, manege }) => {
    // FERM-04, FERM-05, FERM-06
    const jour = addDays(mondayIn(41), 2);
    const rider = await manege.person();
    for (const [heure, fin, nom] of [
      ['10:00', '11:00', 'Zoé Garde'],
      ['14:00', '15:00', 'Léa Passe'],
      ['16:00', '17:00', 'Max Annule'],
    ] as const)
      await store(manege, { jour, heure, fin, piste: 'exterieure', noms: [nom], compte: rider.id });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto(`/app/webmaster?semaine=${jour}`);
    const region = page.getByRole('region', planning);
    await region.getByRole('button', { name: 'Fermer', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Fermer des pistes' });
    await dialog.getByRole('button', { name: 'Fermer les pistes' }).press('Enter');
    await expect(dialog.getByText('Veuillez choisir au moins une piste.')).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: 'Piste Intérieure' })).toBeFocused();
    await dialog.getByRole('checkbox', { name: 'Piste Extérieure' }).press('Space');
    await dialog.getByLabel('Raison', { exact: true }).fill('Terrain détrempé');
    const sortOf = (name: RegExp) => dialog.getByRole('combobox', { name });
    await sortOf(/10h00 – 11h00/).selectOption('Garder');
    await sortOf(/14h00 – 15h00/).selectOption({ label: 'Déplacer\u202f: Piste Intérieure' });
    await expect(
      dialog.getByText('1 leçon annulée, 1 leçon déplacée, 1 leçon gardée.'),
    ).toBeVisible();
    // The draft survives a reload.
    await page.reload();
    await region.getByRole('button', { name: 'Fermer', exact: true }).click();
    await expect(dialog.getByLabel('Raison', { exact: true })).toHaveValue('Terrain détrempé');
    await expect(sortOf(/10h00 – 11h00/)).toHaveValue('garder');
    await expect(sortOf(/14h00 – 15h00/)).toHaveValue('interieure');
    // A lesson is booked in the meantime, and no screen is notified: the closure is refused, the
    // lesson is shown, and the typed text stays.
    await store(manege, {
      announced: false,
      jour,
      heure: '18:00',
      fin: '19:00',
      piste: 'exterieure',
      noms: ['Tard Venu'],
    });
    await dialog.getByRole('button', { name: 'Fermer, annuler 1 leçon et en déplacer 1' }).click();
    await expect(dialog.getByText(/Les leçons concernées ont changé entre-temps/)).toBeVisible();
    await expect(sortOf(/18h00 – 19h00/)).toHaveValue('annuler');
    await expect(sortOf(/10h00 – 11h00/)).toHaveValue('garder');
    await dialog.getByRole('button', { name: 'Fermer, annuler 2 leçons et en déplacer 1' }).click();
    await expect(dialog).toBeHidden();
    const cell = region.getByRole('button', { name: /Fermé ?Terrain détrempé/ }).first();
    await cell.scrollIntoViewIfNeeded();
    await cell.press('Enter');
    const card = page.getByRole('dialog', { name: /^Fermé/ });
    await expect(card.getByText('Les cavaliers lisent la raison.')).toBeVisible();
    await card.getByRole('button', { name: 'Modifier' }).click();
    const edit = page.getByRole('dialog', { name: 'Modifier la fermeture' });
    await edit.getByLabel('Raison', { exact: true }).fill('Gel');
    await edit.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('La fermeture a été modifiée.')).toBeVisible();
    const renamed = region.getByRole('button', { name: /Fermé ?Gel/ }).first();
    await renamed.press('Enter');
    await page
      .getByRole('dialog', { name: /^Fermé/ })
      .getByRole('button', { name: 'Rouvrir' })
      .click();
    const question = page.getByRole('alertdialog', { name: 'Rouvrir ces heures ?' });
    await expect(question.getByRole('checkbox')).toHaveCount(2);
    await question.getByRole('checkbox', { name: /18h00/ }).uncheck();
    await expectGoodAtBothWidths(page);
    await question.getByRole('button', { name: 'Rouvrir' }).click();
    await expect(page.getByText('Les heures sont rouvertes.')).toBeVisible();
    await expect(renamed).toHaveCount(0);
    const rows = await manege.sql(
      'select noms_participants[1] as nom, type_piste, statut from reservations where date_reservation = $1 order by heure_debut',
      [jour],
    );
    expect(rows).toEqual([
      { nom: 'Zoé Garde', type_piste: 'exterieure', statut: 'confirmee' },
      { nom: 'Léa Passe', type_piste: 'interieure', statut: 'confirmee' },
      { nom: 'Max Annule', type_piste: 'exterieure', statut: 'confirmee' },
      { nom: 'Tard Venu', type_piste: 'exterieure', statut: 'annulee' },
    ]);
  },
);

test(
  'le cavalier lit en direct qu’une piste est fermée, et pourquoi',
  TELEPHONE,
  async ({ page, manege }) => {
    // FERM-03, FERM-04
    const jour = addDays(mondayIn(42), 2);
    await enter(page, manege, await manege.person());
    await page.goto(`/app/reservation?jour=${jour}&piste=exterieure&heure=09:00`);
    const ten = page.getByRole('radio', { name: /^10:00/ });
    await expect(ten).toHaveAccessibleName('10:00, disponible');
    await closeArena(manege, {
      jour,
      piste: 'exterieure',
      debut: '06:00',
      fin: '23:00',
      motif: 'gel',
    });
    await expect(ten).toHaveAccessibleName('10:00, fermé\u202f: gel');
    await expect(ten).toBeDisabled();
    await ten.click({ force: true });
    await expect(page.getByText('10:00\u202f: fermé\u202f: gel')).toBeVisible();
    await expect(page.getByText('Piste fermée toute la journée\u202f: gel')).toBeVisible();
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: `${formatJour(jour, 'long')}\u202f: Piste Intérieure, aucune leçon` }),
    ).toContainText('Piste Extérieure, piste fermée');
  },
);
