import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { nonFactureesInWords } from '#domain/statistics/statistiques.ts';
import { formatEuros } from '#domain/prices.ts';

type DisclosureProps = {
  nom: string;
  /** What tells it apart from another one of this name. */
  client?: string;
  nombre: number;
  en_attente: number;
  non_facturees: number;
  /** In euros. */
  total: number;
  open?: boolean;
  /** Mounted only while it is open. */
  children: ReactNode;
};

/**
 * One rider or one account of the list: the name, the counts and the total; when opened, the
 * details (PRICE-06). A native disclosure, drawn only when it comes into view: a list of three
 * hundred costs no more than its visible part.
 */
export function Disclosure({
  nom,
  client = '',
  nombre,
  en_attente,
  non_facturees,
  total,
  open: initially = false,
  children,
}: DisclosureProps) {
  const [open, setOpen] = useState(initially);
  return (
    <li className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
      <details
        open={open}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        className="group rounded-card border border-hairline bg-card"
      >
        <summary className="flex min-h-14 list-none items-center gap-3 rounded-card px-4 py-3 -outline-offset-4 hover:bg-sand-soft sm:px-5">
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
          {/* The total is below the name if there is no room beside it. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-3">
            <span className="min-w-0 flex-1 basis-24">
              <span className="block font-semibold wrap-anywhere">
                <bdi>{nom}</bdi>
                {client !== '' && (
                  <span className="font-normal text-muted">
                    {' · '}
                    <bdi>{client}</bdi>
                  </span>
                )}
              </span>
              <span className="block text-sm text-muted wrap-anywhere">
                {nombre} {nombre > 1 ? 'leçons' : 'leçon'}
                {en_attente > 0 && ` · ${en_attente} en attente`}
                {non_facturees > 0 && ` · ${nonFactureesInWords(non_facturees)}`}
              </span>
            </span>
            <span className="text-lg font-semibold">{formatEuros(total)}</span>
          </span>
        </summary>
        {open && <div className="border-t border-hairline px-4 pt-3 pb-4 sm:px-5">{children}</div>}
      </details>
    </li>
  );
}
