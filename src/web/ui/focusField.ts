/** Leads the keyboard to the field of a name: after an attempt, the first one that is at fault. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
