import type { Page } from '@playwright/test';

/** The result is unknown, and the page is looking it up (UI-75). */
export const UNSURE = "Pas de réponse : nous vérifions si c'est fait…";
/** The result stays unknown, and the form stays open. */
export const NO_ANSWER =
  "Pas de réponse : nous ne savons pas si c'est fait. Vérifiez votre connexion, puis regardez avant de recommencer.";

/**
 * From now on, every address answers with the page of the portal. The returned function ends this.
 */
export async function portal(page: Page): Promise<() => Promise<void>> {
  const answer = (route: Parameters<Parameters<Page['route']>[1]>[0]) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<!doctype html><title>Wi-Fi</title><p>Bienvenue.',
    });
  await page.route('**/*', answer);
  return () => page.unroute('**/*', answer);
}
