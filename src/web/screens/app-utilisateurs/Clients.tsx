import { HandCoins, Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { Client } from '#domain/customers/clients.ts';
import { TELEPHONE } from '#web/nouns/people/accountColumns.tsx';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { apartOf } from '#web/nouns/customers/clientOptions.tsx';
import { FUSION, INVITATION } from '#web/nouns/customers/clientTexts.ts';
import { EmailText } from '#web/nouns/people/EmailText.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { ficheLink } from '#web/paths/fiche.ts';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { Column } from '#web/ui/pages/Table.tsx';
import { usePrepared } from '#web/ui/hooks/useUsed.ts';
import type { Opened } from './ClientDialogs.tsx';
import { Empty } from './Empty.tsx';
import { Listing } from './Listing.tsx';
import { placesText, TEXTES } from './textes.clients.ts';
import type { ClientList } from './useClientList.ts';
import type { Say } from './useDecisions.tsx';

const { Part: ClientDialogs, load } = lazyPart('part', async () => ({
  default: (await import('./dialogues.tsx')).ClientDialogs,
}));

/** The name; below it who may be the same person, and the way to say so (CLI-11). */
const clientColumn = (onSame: (client: Client) => void): Column<Client> => ({
  header: 'Client',
  bare: true,
  className: '@4xl:w-60',
  cell: (client) => (
    <>
      <p>
        <Link to={ficheLink(client.id)} className="link font-semibold wrap-anywhere">
          <bdi>{client.nom}</bdi>
        </Link>
      </p>
      {client.email !== null && (
        <p className="text-sm text-muted">
          <EmailText>{client.email}</EmailText>
        </p>
      )}
      {client.semblable && (
        <p className="text-sm wrap-anywhere">
          {FUSION.peutEtre}
          <bdi className="font-medium">{client.semblable.nom}</bdi>{' '}
          <bdi className="text-muted">{apartOf(client.semblable)}</bdi>{' '}
          <button type="button" className="link min-h-6 text-start" onClick={() => onSame(client)}>
            {FUSION.bouton}
            <span className="sr-only">&#x202f;: {client.nom}</span>
          </button>
        </p>
      )}
    </>
  ),
});

const COLUMNS: Column<Client>[] = [
  TELEPHONE,
  {
    header: 'Note',
    className: '@4xl:min-w-36 @4xl:text-sm',
    cell: ({ note }) =>
      note && (
        <span dir="auto" className="wrap-anywhere whitespace-pre-line">
          {note}
        </span>
      ),
  },
  {
    header: 'Payé par',
    className: '@4xl:text-sm',
    cell: ({ payeur }) => payeur && <bdi className="wrap-anywhere">{payeur.nom}</bdi>,
  },
  {
    header: 'Places',
    className: '@4xl:text-sm',
    cell: ({ places }) => <span className="whitespace-nowrap">{placesText(places)}</span>,
  },
];

const ACTIONS = [
  { sorte: 'modifier', Icon: Pencil, label: TEXTES.modifier },
  { sorte: 'payeur', Icon: HandCoins, label: TEXTES.payer, of: `${TEXTES.payer} pour` },
  { sorte: 'inviter', Icon: Send, label: INVITATION.inviter },
  { sorte: 'effacer', Icon: Trash2, label: TEXTES.effacer },
] as const;

/** The customers without an account, and their buttons (CLI-07). */
export function Clients({
  liste: { clients, total, page, turnTo },
  searching,
  say,
}: {
  liste: ClientList;
  searching: boolean;
  say: Say;
}) {
  usePrepared(load);
  /** Undefined: never opened, so the code of the dialogs is not loaded. */
  const [opened, open] = useState<Opened | null>();
  const heading = useRef<HTMLHeadingElement>(null);

  const actions: Column<Client> = {
    header: 'Actions',
    bare: true,
    cell: (one) => (
      <div className="flex flex-wrap gap-2 pt-2 @4xl:flex-nowrap @4xl:pt-0">
        {ACTIONS.map(({ sorte, Icon, label, ...action }) => (
          <ActionButton
            key={sorte}
            nom={one.nom}
            Icon={Icon}
            label={'of' in action ? action.of : label}
            shortLabel={label}
            iconOnly
            onPress={() => open({ sorte, client: one })}
          />
        ))}
      </div>
    ),
  };

  return (
    <Listing
      cle="clients"
      titre={TEXTES.titre}
      intro={TEXTES.intro}
      action={
        <Button
          variant="secondary"
          icon={<Plus aria-hidden className="size-5 shrink-0" />}
          onClick={() => open({ sorte: 'ajouter' })}
        >
          {TEXTES.ajouter}
        </Button>
      }
      query={clients}
      illisible={TEXTES.illisible}
      columns={[
        clientColumn((one) => open({ sorte: 'regrouper', client: one })),
        ...COLUMNS,
        actions,
      ]}
      empty={
        <Empty
          titre={searching ? null : TEXTES.vide}
          aide={searching ? TEXTES.sansResultat : TEXTES.aide}
          brief
        />
      }
      total={total}
      page={page}
      onPage={turnTo}
      heading={heading}
    >
      {opened !== undefined && (
        <Suspense>
          <ClientDialogs
            opened={opened}
            clients={clients.data}
            heading={heading}
            say={say}
            onClose={() => open(null)}
          />
        </Suspense>
      )}
    </Listing>
  );
}
