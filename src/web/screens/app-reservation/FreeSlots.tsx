import type { ComponentProps } from 'react';
import { MesAlertes, Prevenir, type PrevenirProps } from './Alertes.tsx';
import { NextFree } from './NextFree.tsx';

type FreeSlotsProps =
  | ({ show: 'mine' } & ComponentProps<typeof MesAlertes>)
  | ({ show: 'next' } & ComponentProps<typeof NextFree>)
  | ({ show: 'ask' } & PrevenirProps);

/**
 * What helps to find a place, loaded when it is first needed. `next`: the way to the next free
 * start. `ask`: to be told of a taken one. `mine`: what one has asked for.
 */
export default function FreeSlots(props: FreeSlotsProps) {
  if (props.show === 'mine') return <MesAlertes fallback={props.fallback} />;
  return props.show === 'next' ? (
    <NextFree form={props.form} />
  ) : (
    <Prevenir form={props.form} creneau={props.creneau} />
  );
}
