/**
 * Focuses the field with a name, of radio buttons the first: after a refused submission, the first
 * invalid one.
 */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const found = form?.elements.namedItem(name);
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (field instanceof HTMLElement) field.focus();
}
