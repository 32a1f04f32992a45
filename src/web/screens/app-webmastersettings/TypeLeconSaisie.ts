/** What the dialog of a lesson type holds, and what is wrong with it (§5). */
import { REFUS } from '#domain/errors.ts';
import { iconeOf, identifiantOf, type NouveauType, refuseNouveauType, refuseType, type TypeLecon, type TypeLeconModifiable } from '#domain/types_lecons.ts';

export type ChampType = 'value' | 'label' | 'icon';
/** Without an icon a lesson has the books (§9). */
const OBLIGATOIRES: readonly ChampType[] = ['value', 'label'];
export type FautesType = Partial<Record<ChampType, string>>;

/** In the order they stand on screen: the first at fault has the focus. */
export const CHAMPS_TYPE: readonly ChampType[] = ['value', 'label', 'icon'];

/** §5: 1 to 10, and 1 where it is anything else. */
export function maxSaisi(texte: string): number {
  const max = Number(texte);
  return refuseType({ max_personnes: max }) === null ? max : 1;
}

/** A new type: what is missing first, then what is taken, then what is ill written. */
export function fautesNouveau(type: NouveauType, types: readonly Pick<TypeLecon, 'value'>[]): FautesType {
  const value = identifiantOf(type.value);
  const vides = Object.fromEntries(OBLIGATOIRES.flatMap((champ) => (type[champ].trim() === '' ? [[champ, REFUS.champs_manquants.message]] : [])));
  const refusValeur = refuseNouveauType({ ...type, value, label: 'x', icon: 'x' });
  return {
    ...(types.some((autre) => autre.value === value) ? { value: REFUS.type_existe.message } : refusValeur && { value: REFUS[refusValeur].message }),
    ...fautesCommunes(type),
    ...vides,
  };
}

/** A type that is changed: its identifier is not asked for. */
export function fautesModifie(type: Pick<TypeLeconModifiable, 'label' | 'icon'>): FautesType {
  return fautesCommunes(type);
}

function fautesCommunes({ label, icon }: Pick<TypeLeconModifiable, 'label' | 'icon'>): FautesType {
  const [refusLabel, refusIcon] = [refuseType({ label }), refuseType({ icon: iconeOf(icon) })];
  return { ...(refusLabel && { label: REFUS[refusLabel].message }), ...(refusIcon && { icon: REFUS[refusIcon].message }) };
}
