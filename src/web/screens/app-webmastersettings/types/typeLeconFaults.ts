/** The values and errors of the dialog of a lesson type (SET-08, SET-11). */
import { ADMIN_REFUS } from '#domain/errors/admin.ts';
import { type TypeLecon } from '#domain/types/types_lecons.ts';
import {
  iconOf,
  identifierOf,
  type NewType,
  refuseNouveauType,
  refuseType,
  type EditableType,
} from '#domain/types/regles_types.ts';
import type { Faults } from '#web/ui/forms/useForm.ts';

export type TypeField = 'value' | 'label' | 'icon';
/** The icon is not required: a lesson type without one gets the books (SET-09). */
const REQUIRED: readonly TypeField[] = ['value', 'label'];
type TypeFaults = Faults<Record<TypeField, string>>;

/** 1 to 10; any other input counts as 1 (SET-08). */
export function maxOf(text: string): number {
  const max = Number(text);
  return refuseType({ max_personnes: max }) === null ? max : 1;
}

/**
 * The errors of a new type: missing fields first, then a taken identifier, then malformed values.
 */
export function faultsOfNew(type: NewType, types: readonly Pick<TypeLecon, 'value'>[]): TypeFaults {
  const value = identifierOf(type.value);
  const empty = Object.fromEntries(
    REQUIRED.flatMap((field) =>
      type[field].trim() === '' ? [[field, ADMIN_REFUS.champs_manquants.message]] : [],
    ),
  );
  const refusValeur = refuseNouveauType({ ...type, value, label: 'x', icon: 'x' });
  return {
    ...(types.some((other) => other.value === value)
      ? { value: ADMIN_REFUS.type_existe.message }
      : refusValeur && { value: ADMIN_REFUS[refusValeur].message }),
    ...commonFaults(type),
    ...empty,
  };
}

/** The errors of a changed type; its identifier is fixed. */
export function faultsOfEdited(type: Pick<EditableType, 'label' | 'icon'>): TypeFaults {
  return commonFaults(type);
}

function commonFaults({ label, icon }: Pick<EditableType, 'label' | 'icon'>): TypeFaults {
  const [refusLabel, refusIcon] = [refuseType({ label }), refuseType({ icon: iconOf(icon) })];
  return {
    ...(refusLabel && { label: ADMIN_REFUS[refusLabel].message }),
    ...(refusIcon && { icon: ADMIN_REFUS[refusIcon].message }),
  };
}
