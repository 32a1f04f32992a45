// chunk: riders
/**
 * The components that help to find a free place, in one file that is loaded when it is first needed.
 */
export { MesAlertes, Prevenir } from './Alertes.tsx';
export { Coming } from './Coming.tsx';
export { Liberees } from './Liberees.tsx';
export { NextFree } from './NextFree.tsx';
