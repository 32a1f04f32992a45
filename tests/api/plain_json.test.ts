/**
 * Answers are not copied before they are written: fails when oRPC serializes them in another way.
 */
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { afterEach, expect, test, vi } from 'vitest';
import { useTestApp } from '../support/app.ts';

const t = useTestApp();

afterEach(() => {
  vi.restoreAllMocks();
});

test('une réponse ne passe pas par le sérialiseur de la bibliothèque', async () => {
  const copy = vi.spyOn(StandardOpenAPIJsonSerializer.prototype, 'serialize');
  const { status, body } = await t.anonymous('GET', '/api/centre');
  expect(status).toBe(200);
  expect(body).toMatchObject({ ville: expect.any(String) });
  expect(copy).not.toHaveBeenCalled();
  // What the library would do by itself.
  new StandardOpenAPISerializer(
    new StandardOpenAPIJsonSerializer(),
    new StandardBracketNotationSerializer(),
  ).serialize({ ville: 'Gembloux' });
  expect(copy).toHaveBeenCalled();
});
