import { useMesCavaliers } from '#web/data/queries/cavaliers.ts';
import { CavalierNames } from '#web/parts/CavalierNames.tsx';

type CavalierButtonsProps = {
  noms: readonly string[];
  onNom: (index: number, nom: string) => void;
  /** The person's own name, which is preset. */
  moi: string | null;
};

/** The person's saved riders. Renders nothing while they cannot be read. */
export default function CavalierButtons(names: CavalierButtonsProps) {
  const { data } = useMesCavaliers();
  return <CavalierNames cavaliers={data ?? []} {...names} />;
}
