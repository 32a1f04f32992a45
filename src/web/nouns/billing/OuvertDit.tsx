import { type Ouvert, ouvertInWords } from '#domain/billing/releves.ts';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';

type OuvertDitProps = {
  ouvert: {
    read: {
      data?: Ouvert | undefined;
      isError: boolean;
      isFetching: boolean;
      refetch: () => unknown;
    };
    needed: boolean;
  };
  /** The person's own account. */
  moi?: boolean;
};

/** What is open on an account that is to be erased (REL-74); nothing without statements. */
export function OuvertDit({ ouvert: { read, needed }, moi = false }: OuvertDitProps) {
  if (!needed) return null;
  if (read.data)
    return ouvertInWords(read.data, moi).map((phrase) => (
      <p key={phrase} className="font-semibold">
        {phrase}
      </p>
    ));
  return read.isError ? (
    <Unreadable queries={[read]}>Ce qui reste à payer n'a pas pu être lu.</Unreadable>
  ) : (
    <Skeleton className="h-12" />
  );
}
