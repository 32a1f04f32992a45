/**
 * Focuses the field with a name, or the first of its radio buttons: after a refused submission, the
 * first invalid field.
 */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const found = form?.elements.namedItem(name);
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (field instanceof HTMLElement) field.focus();
}
