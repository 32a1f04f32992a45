// chunk: identity
/** Recovery codes on paper (ACC-66). */
import { documentOf, userText } from './impression.ts';

const STYLE = 'ol{font:13pt/2 monospace;margin:6mm 0 0;padding-left:12mm}';

export function codesSecoursDocument(
  codes: readonly string[],
  { email, centre }: { email: string; centre: string },
): string {
  return documentOf(
    {
      title: 'Codes de secours',
      orientation: 'portrait',
      style: STYLE,
      body: `<h1>Codes de secours</h1><p>Compte ${userText(email)} · ${userText(centre)}</p>
<p>Chaque code remplace une fois celui de votre application d'authentification. Rayez-le quand il a servi.</p>
<ol>${codes.map((code) => `<li>${userText(code)}</li>`).join('')}</ol>`,
    },
    { centre },
  );
}
