import type { AnySchema } from '@orpc/contract';
import { isProcedure } from '@orpc/server';
import { expect, test } from 'vitest';
import { router as typed } from '../routes.ts';
import { compileOutputs } from './compile.ts';

const router = typed as { disponibilites: { list: object } };

function outputOf(item: object): AnySchema {
  const schema = isProcedure(item) ? item['~orpc'].outputSchema : undefined;
  if (!schema) throw new Error('no output schema');
  return schema;
}

const LECON = {
  type_piste: 'interieure', date_reservation: '2026-11-23', heure_debut: '10:00', heure_fin: '11:00', etat: 'partiel', personnes: 2, max: 6,
};

const answers: [string, unknown][] = [
  ['conforme', [LECON]],
  ['avec un nom en trop', [{ ...LECON, nom_client: 'Camille Lambert' }]],
  ['avec une piste inconnue', [LECON, { ...LECON, type_piste: 'carrière' }]],
  ['avec un nombre à virgule', [{ ...LECON, personnes: 1.5 }]],
  ['sans heure de fin', [{ ...LECON, heure_fin: undefined }]],
  ['sans liste', LECON],
];

test.each(answers)('une réponse %s est jugée comme par le contrat lui-même', async (_, answer) => {
  const [ours, contract] = [outputOf(compileOutputs(router).disponibilites.list), outputOf(router.disponibilites.list)];
  expect(ours).not.toBe(contract);
  const judge = async (schema: AnySchema) => {
    const result = await schema['~standard'].validate(answer);
    return result.issues ? result.issues.map(({ message, path }) => ({ message, path })) : result.value;
  };
  expect(await judge(ours)).toEqual(await judge(contract));
});
