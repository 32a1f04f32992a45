import { HandCoins, Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Client } from '#domain/people/clients.ts';
import { useOuvert } from '#web/data/queries/comptes.ts';
import { OuvertDit } from '#web/parts/OuvertDit.tsx';
import { sentenceOf } from '#web/data/client.ts';
import {
  useMergeClient,
  useRemoveClient,
  useSaveClient,
  useSendInvitation,
} from '#web/data/queries/clients.ts';
import { TELEPHONE } from '#web/parts/accountColumns.tsx';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { ClientForm } from '#web/parts/ClientForm.tsx';
import { apartOf } from '#web/parts/clientOptions.tsx';
import { FICHE, FUSION, INVITATION } from '#web/parts/clientTexts.ts';
import { EmailText } from '#web/parts/EmailText.tsx';
import { InviteForm } from '#web/parts/InviteForm.tsx';
import { MergeQuestion } from '#web/parts/MergeQuestion.tsx';
import { AlertDialog } from '#web/ui/AlertDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { ficheLink } from '#web/paths/fiche.ts';
import { Link } from '#web/ui/navigation.tsx';
import type { Column } from '#web/ui/Table.tsx';
import { useLast } from '#web/ui/useLast.ts';
import { Empty } from './Empty.tsx';
import { Listing } from './Listing.tsx';
import { PayeurDit, PayeurForm } from './PayeurForm.tsx';
import { EFFACEMENT, PAYEUR, placesText, TEXTES } from './textes.clients.ts';
import { DUREE } from './textes.ts';
import type { ClientList } from './useClientList.ts';
import type { Say } from './useDecisions.tsx';

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
type Opened =
  { sorte: (typeof ACTIONS)[number]['sorte'] | 'regrouper'; client: Client } | { sorte: 'ajouter' };

/** The customers without an account, and the dialogs of their buttons (CLI-07). */
export function Clients({
  liste: { clients, total, page, turnTo },
  searching,
  say,
}: {
  liste: ClientList;
  searching: boolean;
  say: Say;
}) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useRemoveClient();
  const merge = useMergeClient();
  const [save, invite] = [useSaveClient(), useSendInvitation()];
  const last = useLast(opened);
  const close = () => setOpened(null);
  const subject = last && 'client' in last ? last.client : null;
  const client = clients.data?.find(({ id }) => id === subject?.id) ?? subject;

  const ouvert = useOuvert(opened?.sorte === 'effacer' ? opened.client.id : null);

  const tell = (nom: string, rest: ReactNode, ms: number = DUREE.message) => {
    close();
    say({
      kind: 'success',
      text: (
        <>
          <bdi>{nom}</bdi>
          {rest}
        </>
      ),
      ms,
    });
  };
  const erase = async ({ id, nom, email }: Client) => {
    say(null);
    try {
      await remove.mutateAsync({ id, nom, email });
      tell(nom, TEXTES.efface, DUREE.suppression);
    } catch (error) {
      close();
      say({
        kind: 'error',
        text: sentenceOf(error, EFFACEMENT.echec),
        ms: DUREE.suppression,
      });
    }
  };

  const unite = async ({ semblable, ...asked }: Client) => {
    if (!semblable) return;
    say(null);
    try {
      await merge.mutateAsync({ ...asked, vers: semblable.id });
      tell(
        asked.nom,
        <>
          {FUSION.fait}
          <bdi>{semblable.nom}</bdi>.
        </>,
        DUREE.suppression,
      );
    } catch (error) {
      close();
      say({ kind: 'error', text: sentenceOf(error, FUSION.echec), ms: DUREE.suppression });
    }
  };

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
            onPress={() => setOpened({ sorte, client: one })}
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
          onClick={() => setOpened({ sorte: 'ajouter' })}
        >
          {TEXTES.ajouter}
        </Button>
      }
      query={clients}
      illisible={TEXTES.illisible}
      columns={[
        clientColumn((one) => setOpened({ sorte: 'regrouper', client: one })),
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
      <FormDialog
        title={last?.sorte === 'ajouter' ? TEXTES.ajouter : FICHE.modifier}
        open={opened?.sorte === 'ajouter' || opened?.sorte === 'modifier'}
        fallback={heading}
        onClose={close}
      >
        <ClientForm
          client={client}
          label={client ? FICHE.modifier : TEXTES.ajouter}
          onSave={(asked) => save(client?.id ?? null, asked)}
          onDone={(nom) => tell(nom, client ? TEXTES.modifie : TEXTES.ajoute)}
          onClose={close}
        />
      </FormDialog>
      <FormDialog
        title={PAYEUR.titre}
        open={opened?.sorte === 'payeur'}
        fallback={heading}
        onClose={close}
      >
        {client && (
          <PayeurForm
            client={client}
            onDone={(payeur) => tell(client.nom, <PayeurDit payeur={payeur} />)}
            onClose={close}
          />
        )}
      </FormDialog>
      <FormDialog
        title={INVITATION.titre}
        open={opened?.sorte === 'inviter'}
        fallback={heading}
        onClose={close}
      >
        {client && (
          <InviteForm
            client={client}
            onInvite={(email) => invite(client.id, email)}
            onDone={() => tell(client.nom, INVITATION.faite, DUREE.suppression)}
            onClose={close}
          />
        )}
      </FormDialog>
      <MergeQuestion
        client={subject}
        semblable={subject?.semblable}
        open={opened?.sorte === 'regrouper'}
        busy={merge.isPending}
        fallback={heading}
        onConfirm={() => subject && void unite(subject)}
        onClose={close}
      />
      <AlertDialog
        title={EFFACEMENT.titre}
        confirm={TEXTES.effacer}
        busyLabel={EFFACEMENT.enCours}
        danger
        open={opened?.sorte === 'effacer'}
        ready={ouvert.ready}
        busy={remove.isPending}
        fallback={heading}
        onConfirm={() => client && void erase(client)}
        onClose={close}
      >
        <p>
          {EFFACEMENT.avant}
          <bdi className="font-semibold">{client?.nom}</bdi>
          {EFFACEMENT.apres}
        </p>
        {EFFACEMENT.suite.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <OuvertDit ouvert={ouvert} />
      </AlertDialog>
    </Listing>
  );
}
