// chunk: app
/** Downloads a text, or the body of an answer, as a file. */
export function download(name: string, content: BlobPart, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // Some browsers read it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
