/** Downloads a text as a file. */
export function download(nom: string, texte: string, type: string): void {
  const lien = document.createElement('a');
  lien.href = URL.createObjectURL(new Blob([texte], { type }));
  lien.download = nom;
  lien.click();
  // Some browsers fetch it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(lien.href), 10_000);
}
