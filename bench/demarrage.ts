/** How long `npm start` takes if everything is already installed, built and stored. */
import { install } from './installation.ts';
import { type Figure, integer, milliseconds } from './report.ts';
import { ROUNDS } from './rounds.ts';

export async function measureDemarrage(say: (step: string) => void): Promise<Figure[]> {
  say("copie de l'installation");
  const installation = await install();
  const before = installation.stamps().join();
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    say(round === 0 ? 'mise en train' : `tour ${round} sur ${ROUNDS}`);
    const started = await installation.start();
    await started.stop();
    if (round > 0) times.push(started.ms);
  }
  const redone = installation.stamps().join() === before ? 0 : 1;
  await installation.remove();
  return [
    {
      nom: 'de npm start à la première page',
      tours: times,
      ecrit: milliseconds,
      but: { signe: '≤', valeur: 2_000, indicatif: true },
    },
    {
      nom: 'a installé ou construit (1 : oui)',
      tours: [redone],
      ecrit: integer,
      but: { signe: '≤', valeur: 0 },
    },
  ];
}
