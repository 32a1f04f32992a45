// chunk: riders
import { useContext } from 'react';
import { useCavaliersOf, useMesCavaliers } from '#web/nouns/riders/cavaliers.ts';
import { CavalierNames } from '#web/nouns/riders/CavalierNames.tsx';
import { Noms } from './noms.ts';

type CavalierButtonsProps = {
  onNom: (index: number, nom: string) => void;
  /** The person's own name, which is preset. */
  moi: string | null;
  /** The customer for whom an administrator books. */
  client?: string | undefined;
};

type Cavaliers = NonNullable<ReturnType<typeof useMesCavaliers>['data']>;

/** The saved riders. Renders nothing without any, or while they cannot be read. */
export default function CavalierButtons({ client, ...props }: CavalierButtonsProps) {
  return client === undefined ? (
    <Mine {...props} />
  ) : (
    <Theirs key={client} {...props} client={client} />
  );
}

function Mine(props: CavalierButtonsProps) {
  const { data = [] } = useMesCavaliers();
  return data.length > 0 && <Named {...props} cavaliers={data} />;
}

function Theirs({ client, ...props }: CavalierButtonsProps & { client: string }) {
  const { data = [] } = useCavaliersOf(client);
  return data.length > 0 && <Named {...props} label="Ses cavaliers" cavaliers={data} />;
}

const Named = (props: CavalierButtonsProps & { label?: string; cavaliers: Cavaliers }) => (
  <CavalierNames {...props} noms={useContext(Noms)} />
);
