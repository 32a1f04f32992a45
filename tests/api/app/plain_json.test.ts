/**
 * Answers are not copied before they are written. This test fails if oRPC serializes them
 * differently.
 */
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { afterEach, expect, test, vi } from 'vitest';
import { useTestApp } from '../../support/app.ts';

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
  // The serialization of the library.
  new StandardOpenAPISerializer(
    new StandardOpenAPIJsonSerializer(),
    new StandardBracketNotationSerializer(),
  ).serialize({ ville: 'Gembloux' });
  expect(copy).toHaveBeenCalled();
});
