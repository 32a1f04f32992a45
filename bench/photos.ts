/**
 * The memory needed by profile photos: the shapes that need the whole picture in memory, one by
 * one, and twenty simultaneous photos of a phone.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { heavyPictures, phonePhoto, twoColours } from '../tests/support/images.ts';
import { openFixture } from './fixture.ts';
import { integer, type Figure } from './report.ts';
import { ROUNDS } from './rounds.ts';

const CROWD = 20;
/**
 * Megabytes above the process's memory before: for one picture, for twenty at the same time, and
 * for all shapes together.
 */
const BUTS = { une: 220, foule: 300, reste: 300 };

const mo = (value: number): string => `${integer(value)} Mo`;

type Measured = { formes: number[]; reste: number; foule: number };

/**
 * One round, with a separate process: memory that an allocator keeps after one round would hide the
 * need of the next one.
 */
async function measureOnce(
  pictures: { nom: string; picture: Buffer<ArrayBuffer>; status: number }[],
  photo: Buffer<ArrayBuffer>,
): Promise<Measured> {
  const fixture = await openFixture(CROWD, async () => undefined);
  const origin = `http://127.0.0.1:${fixture.port}`;
  /** Megabytes: `VmRSS` now, `VmHWM` at most since `forgetPeak`. Linux only. */
  const memory = (which: 'VmRSS' | 'VmHWM'): number =>
    Number(
      new RegExp(`${which}:\\s+(\\d+)`).exec(
        readFileSync(`/proc/${fixture.pid}/status`, 'utf8'),
      )?.[1],
    ) / 1024;
  const forgetPeak = (): void => writeFileSync(`/proc/${fixture.pid}/clear_refs`, '5');
  const put = async ({ cookie }: { cookie: string }, body: Buffer<ArrayBuffer>): Promise<number> =>
    (
      await fetch(`${origin}/api/profil/photo`, {
        method: 'PUT',
        headers: { cookie, origin, 'content-type': 'image/jpeg' },
        body,
      })
    ).status;
  const peakOf = async (work: () => Promise<unknown>): Promise<number> => {
    forgetPeak();
    const before = memory('VmRSS');
    await work();
    return memory('VmHWM') - before;
  };
  const first = fixture.riders[0]!;
  await put(first, await twoColours(64, 64).png().toBuffer());
  const start = memory('VmRSS');
  const shapes: number[] = [];
  for (const { nom, picture, status } of pictures) {
    shapes.push(
      await peakOf(async () => {
        const answered = await put(first, picture);
        if (answered !== status) throw new Error(`${nom} was answered ${answered}`);
      }),
    );
  }
  const reste = memory('VmRSS') - start;
  const foule = await peakOf(() => Promise.all(fixture.riders.map((rider) => put(rider, photo))));
  await fixture.close();
  return { formes: shapes, reste, foule };
}

export async function measurePhotos(say: (step: string) => void): Promise<Figure[]> {
  const pictures = await Promise.all(
    heavyPictures().map(async ([nom, picture, status]) => ({
      nom,
      picture: await picture,
      status,
    })),
  );
  const photo = await phonePhoto();
  const rounds: Measured[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`tour ${round} sur ${ROUNDS}`);
    rounds.push(await measureOnce(pictures, photo));
  }
  const figure = (nom: string, tours: number[], value: number): Figure => ({
    nom,
    tours,
    ecrit: mo,
    but: { signe: '≤', valeur: value },
  });
  return [
    ...pictures.map(({ nom }, n) =>
      figure(
        `${nom}, au plus`,
        rounds.map(({ formes: shapes }) => shapes[n]!),
        BUTS.une,
      ),
    ),
    figure(
      "ce qu'il en reste après toutes",
      rounds.map(({ reste }) => reste),
      BUTS.reste,
    ),
    figure(
      `${CROWD} photos de téléphone à la fois, au plus`,
      rounds.map(({ foule }) => foule),
      BUTS.foule,
    ),
  ];
}
