import { ArrowDown, ArrowUp, Pencil, Power, Trash2 } from 'lucide-react';
import type { TypeLecon } from '#domain/settings/types_lecons.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TEXTES } from './textes.types.ts';

type TypeLeconOrdreProps = {
  type: TypeLecon;
  first: boolean;
  last: boolean;
  onMove: (type: TypeLecon, step: -1 | 1) => void;
};

/**
 * Moves a type in the order. A button at the end of the list is not disabled, so that it keeps the
 * focus.
 */
export function TypeLeconOrdre({ type, first, last, onMove }: TypeLeconOrdreProps) {
  const directions = [
    { nom: TEXTES.monter, Signe: ArrowUp, step: -1, end: first },
    { nom: TEXTES.descendre, Signe: ArrowDown, step: 1, end: last },
  ] as const;
  return (
    <div className="flex gap-2">
      {directions.map(({ nom, Signe, step, end }) => (
        <IconButton
          key={nom}
          bordered
          Icon={Signe}
          label={`${nom} ${type.label}`}
          tip={nom}
          data-ordre={`${type.value} ${step}`}
          aria-disabled={end || undefined}
          onClick={() => !end && onMove(type, step)}
          className="aria-disabled:border-hairline aria-disabled:bg-sand-soft aria-disabled:text-muted"
        />
      ))}
    </div>
  );
}

export type ActionType = 'bascule' | 'modifier' | 'supprimer';

type TypeLeconActionsProps = {
  type: TypeLecon;
  busy: boolean;
  onPress: (action: ActionType, type: TypeLecon) => void;
};

/**
 * The actions on a type. Every row has the same buttons, so their accessible names include the
 * type.
 */
export function TypeLeconActions({ type, busy, onPress }: TypeLeconActionsProps) {
  const actions = [
    { action: 'bascule', nom: type.actif ? TEXTES.desactiver : TEXTES.activer, Signe: Power },
    { action: 'modifier', nom: TEXTES.modifier, Signe: Pencil },
  ] as const;
  return (
    <div className="flex flex-wrap gap-2 pt-2 @4xl:pt-0">
      {actions.map(({ action, nom, Signe }) => (
        <Button
          key={action}
          variant="secondary"
          size="small"
          busy={busy && action === 'bascule'}
          icon={<Signe aria-hidden className="size-5 shrink-0" />}
          onClick={() => onPress(action, type)}
          aria-label={`${nom} ${type.label}`}
        >
          {nom}
        </Button>
      ))}
      <IconButton
        bordered
        Icon={Trash2}
        label={`${TEXTES.supprimer} ${type.label}`}
        tip={TEXTES.supprimer}
        onClick={() => onPress('supprimer', type)}
      />
    </div>
  );
}
