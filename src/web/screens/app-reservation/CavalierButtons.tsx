import { useContext } from 'react';
import { useMesCavaliers } from '#web/data/queries/cavaliers.ts';
import { CavalierNames } from '#web/parts/CavalierNames.tsx';
import { Noms } from './noms.ts';

type CavalierButtonsProps = {
  onNom: (index: number, nom: string) => void;
  /** The person's own name, which is preset. */
  moi: string | null;
};

type Cavaliers = NonNullable<ReturnType<typeof useMesCavaliers>['data']>;

/** The person's saved riders. Renders nothing without any, or while they cannot be read. */
export default function CavalierButtons(props: CavalierButtonsProps) {
  const { data = [] } = useMesCavaliers();
  return data.length > 0 && <Named {...props} cavaliers={data} />;
}

const Named = (props: CavalierButtonsProps & { cavaliers: Cavaliers }) => (
  <CavalierNames {...props} noms={useContext(Noms)} />
);
