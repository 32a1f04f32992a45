import { Banknote, Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Compte as CompteLu, Mouvement, ReleveResume } from '#contract/facturation.ts';
import { formatJour } from '#domain/core/calendrier.ts';
import { NOMS_MOYEN, titreOf } from '#domain/billing/facturation.ts';
import { enCoursInWords, montantSigne, notesOf, signeOf } from '#domain/billing/releves.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useCompte } from '#web/nouns/billing/comptes.ts';
import { useUndoPaiement } from '#web/nouns/billing/facturation.ts';
import { PATHS } from '#web/paths/paths.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { Others } from './Contact.tsx';
import { CorrectionForm, type LigneACorriger } from './CorrectionForm.tsx';
import { LigneForm } from './LigneForm.tsx';
import { ReleveDuCompte } from './ReleveDuCompte.tsx';
import { DUREE } from './textes.ts';
import { COMPTE, CORRECTION, LIGNES, MOUVEMENTS, RELEVES } from './textes.compte.ts';

/** What is open in front of the account. */
type Opened =
  | { sorte: 'ajouter' }
  | { sorte: 'corriger'; ligne: LigneACorriger }
  | { sorte: 'releve'; releve: ReleveResume }
  | { sorte: 'annuler'; mouvement: Mouvement };

type CompteProps = { id: string; say: ReturnType<typeof useBanner>[1] };

/** The account of a customer: what is owed, lines, statements and payments (REL-73). */
export function Compte({ id, say }: CompteProps) {
  const read = useCompte(id);
  const compte = read.data;
  const [opened, open] = useState<Opened | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Card
      aria-labelledby="titre-compte"
      className="@container"
      aria-busy={!compte && !read.isError}
    >
      <h2 ref={heading} id="titre-compte" tabIndex={-1} className="rounded-field">
        {COMPTE.titre}
      </h2>
      {compte ? (
        <>
          <Sommes compte={compte} />
          <div className="mt-3 flex flex-wrap gap-2">
            {(compte.solde > 0 || compte.en_cours > 0) && (
              <Link to={paiementLink(compte.nom)} className={buttonStyle('secondary')}>
                <Banknote aria-hidden className="size-5 shrink-0" />
                {COMPTE.encaisser}
              </Link>
            )}
            <Button
              variant="secondary"
              icon={<Plus aria-hidden className="size-5 shrink-0" />}
              onClick={() => open({ sorte: 'ajouter' })}
            >
              {LIGNES.ajouter}
            </Button>
          </div>
          <div className="mt-5 grid items-start gap-x-10 gap-y-5 @3xl:grid-cols-2">
            <Lignes compte={compte} onCorrect={(ligne) => open({ sorte: 'corriger', ligne })} />
            <div className="flex flex-col gap-5">
              <Releves
                releves={compte.releves}
                onOpen={(releve) => open({ sorte: 'releve', releve })}
              />
              <Mouvements
                mouvements={compte.mouvements}
                onUndo={(mouvement) => open({ sorte: 'annuler', mouvement })}
              />
            </div>
          </div>
          <Dialogues
            compte={compte}
            opened={opened}
            heading={heading}
            onCorrect={(ligne) => open({ sorte: 'corriger', ligne })}
            onClose={() => open(null)}
            say={say}
          />
        </>
      ) : read.isError ? (
        <Unreadable queries={[read]} className="mt-2">
          {COMPTE.illisible}
        </Unreadable>
      ) : (
        <Skeleton className="mt-3 h-40" />
      )}
    </Card>
  );
}

/** 'Qui doit quoi' with this customer, where payments are entered. */
const paiementLink = (nom: string): string =>
  `${PATHS.facturation.path}?${new URLSearchParams({ filtre: 'tous', q: nom })}`;

function Sommes({ compte }: { compte: CompteLu }) {
  const { solde, en_cours, depuis, demande, prochain, rappel, payeur } = compte;
  return (
    <>
      {payeur && (
        <p className="mt-1">
          {COMPTE.payePar}
          <Others clients={[payeur]} />
        </p>
      )}
      <dl className="mt-2 grid gap-4 @sm:grid-cols-2 @3xl:max-w-2xl">
        <Somme
          titre={solde < 0 ? COMPTE.credit : COMPTE.doit}
          euros={Math.abs(solde)}
          aide={solde < 0 ? COMPTE.creditAide : solde === 0 ? COMPTE.rien : COMPTE.doitAide}
        >
          {depuis !== null &&
            COMPTE.depuis(
              formatJour(depuis, 'annee'),
              demande ? formatJour(demande, 'annee') : null,
            )}{' '}
          {rappel !== null && COMPTE.rappel(formatJour(rappel, 'annee'))}
        </Somme>
        <Somme titre={COMPTE.enCours} euros={en_cours} aide={enCoursInWords('son', prochain)} />
      </dl>
    </>
  );
}

function Somme({
  titre,
  euros,
  aide,
  children,
}: {
  titre: string;
  euros: number;
  aide: string;
  children?: ReactNode;
}) {
  return (
    <div>
      <dt className="text-sm text-muted">{titre}</dt>
      <dd>
        <p className="font-title text-2xl font-semibold">{montantSigne(euros)}</p>
        <p className="text-sm text-muted">{aide}</p>
        {children && <p className="text-sm">{children}</p>}
      </dd>
    </div>
  );
}

/** A list with its heading, or that it is empty. */
function Liste({ titre, vide, children }: { titre: string; vide: string; children: ReactNode[] }) {
  return (
    <section aria-label={titre}>
      <h3 className="text-base">{titre}</h3>
      {children.length === 0 ? (
        <p className="mt-1 text-muted">{vide}</p>
      ) : (
        <ul className="divide-y divide-hairline">{children}</ul>
      )}
    </section>
  );
}

const ROW = 'flex flex-wrap items-center justify-between gap-x-4 py-1.5';

function Lignes({
  compte: { id, lignes },
  onCorrect,
}: {
  compte: CompteLu;
  onCorrect: (ligne: LigneACorriger) => void;
}) {
  return (
    <Liste titre={LIGNES.titre} vide={LIGNES.vide}>
      {lignes.map((ligne) => {
        const { client, cavalier, jour, libelle, montant, ecart } = ligne;
        const [sign, notes] = [signeOf(ligne), notesOf(ligne)];
        const who = new Set([client.id === id ? '' : client.nom, cavalier ?? '', notes]);
        who.delete('');
        return (
          <li key={`${ligne.source} ${ligne.id}`} className={ROW}>
            <span className="min-w-0 wrap-anywhere">
              <span className="text-muted">{formatJour(jour, 'court')}, </span>
              {sign !== '' && <strong aria-hidden>{sign} </strong>}
              <bdi>{libelle}</bdi>
              {who.size > 0 && (
                <span className="text-sm text-muted">
                  {' '}
                  (<bdi>{[...who].join(', ')}</bdi>)
                </span>
              )}
            </span>
            <span className="ms-auto flex items-center gap-3">
              <span className="font-medium whitespace-nowrap">{montantSigne(montant, ecart)}</span>
              {!ecart && (
                <button
                  type="button"
                  className="link min-h-11"
                  onClick={() => onCorrect({ ...ligne, client: client.id })}
                >
                  {LIGNES.corriger}
                  <span className="sr-only">
                    &#x202f;: {libelle}, {formatJour(jour, 'annee')}
                  </span>
                </button>
              )}
            </span>
          </li>
        );
      })}
    </Liste>
  );
}

function Releves({
  releves,
  onOpen,
}: {
  releves: readonly ReleveResume[];
  onOpen: (releve: ReleveResume) => void;
}) {
  return (
    <Liste titre={RELEVES.titre} vide={RELEVES.vide}>
      {releves.map((releve) => (
        <li key={releve.id} className={ROW}>
          <span className="min-w-0">
            {titreOf(releve.numero)}
            <span className="text-sm text-muted">
              , {RELEVES.faitLe(formatJour(releve.jour, 'court'))}
            </span>
          </span>
          <span className="ms-auto flex items-center gap-3">
            <span className="font-medium whitespace-nowrap">{montantSigne(releve.ce_mois)}</span>
            <button type="button" className="link min-h-11" onClick={() => onOpen(releve)}>
              {RELEVES.voir}
              <span className="sr-only">&#x202f;: {titreOf(releve.numero)}</span>
            </button>
          </span>
        </li>
      ))}
    </Liste>
  );
}

function Mouvements({
  mouvements,
  onUndo,
}: {
  mouvements: readonly Mouvement[];
  onUndo: (mouvement: Mouvement) => void;
}) {
  return (
    <Liste titre={MOUVEMENTS.titre} vide={MOUVEMENTS.vide}>
      {mouvements.map((mouvement) => {
        const { id, jour, moyen, montant, note, annule, annulation } = mouvement;
        const facts = [
          moyen === null ? MOUVEMENTS.arrondi : NOMS_MOYEN[moyen],
          annulation ? MOUVEMENTS.annulation : '',
          annule ? MOUVEMENTS.annule : '',
        ].filter(Boolean);
        return (
          <li key={`${id} ${moyen}`} className={ROW}>
            <span className="min-w-0 wrap-anywhere">
              {formatJour(jour, 'court')}, <span className="text-muted">{facts.join(', ')}</span>
              {note !== null && (
                <span className="block text-sm text-muted">
                  <bdi>{note}</bdi>
                </span>
              )}
            </span>
            <span className="ms-auto flex items-center gap-3">
              <span className="font-medium whitespace-nowrap">{montantSigne(montant)}</span>
              {!annule && !annulation && moyen !== null && (
                <button type="button" className="link min-h-11" onClick={() => onUndo(mouvement)}>
                  {MOUVEMENTS.annuler}
                  <span className="sr-only">
                    &#x202f;: {NOMS_MOYEN[moyen]} de {montantSigne(montant)},{' '}
                    {formatJour(jour, 'annee')}
                  </span>
                </button>
              )}
            </span>
          </li>
        );
      })}
    </Liste>
  );
}

type DialoguesProps = {
  compte: CompteLu;
  opened: Opened | null;
  heading: RefObject<HTMLElement | null>;
  onCorrect: (ligne: LigneACorriger) => void;
  onClose: () => void;
  say: CompteProps['say'];
};

function Dialogues({ compte, opened, heading, onCorrect, onClose, say }: DialoguesProps) {
  const undo = useUndoPaiement();
  const last = useLast(opened);
  const done = (text: string) => {
    onClose();
    say({ kind: 'success', text, ms: DUREE });
  };
  const annuler = async ({ id }: Mouvement) => {
    try {
      await undo.mutateAsync({ id, client: compte.id });
      done(MOUVEMENTS.fait);
    } catch (error) {
      onClose();
      say({ kind: 'error', text: sentenceOf(error, MOUVEMENTS.echec), ms: DUREE });
    }
  };
  const mouvement = last?.sorte === 'annuler' ? last.mouvement : null;
  // The lines are on the payer's account, if somebody pays.
  const payeur = (opened?.sorte === 'ajouter' && compte.payeur?.id) || compte.id;
  return (
    <>
      <FormDialog
        title={LIGNES.ajouter}
        open={opened?.sorte === 'ajouter'}
        fallback={heading}
        onClose={onClose}
      >
        <LigneForm
          client={compte.id}
          payeur={payeur}
          prochain={compte.prochain}
          onDone={() => done(LIGNES.ajoutee)}
          onClose={onClose}
        />
      </FormDialog>
      <FormDialog
        title={CORRECTION.titre}
        open={opened?.sorte === 'corriger'}
        fallback={heading}
        onClose={onClose}
      >
        {last?.sorte === 'corriger' && (
          <CorrectionForm
            ligne={last.ligne}
            payeur={compte.id}
            onDone={() => done(CORRECTION.faite)}
            onClose={onClose}
          />
        )}
      </FormDialog>
      <ReleveDuCompte
        releve={opened?.sorte === 'releve' ? opened.releve : null}
        fallback={heading}
        onCorrect={onCorrect}
        onClose={onClose}
      />
      <AlertDialog
        title={MOUVEMENTS.question}
        confirm={MOUVEMENTS.confirmer}
        keep={MOUVEMENTS.garder}
        busyLabel={MOUVEMENTS.enCours}
        danger
        open={opened?.sorte === 'annuler'}
        busy={undo.isPending}
        fallback={heading}
        onConfirm={() => mouvement && void annuler(mouvement)}
        onClose={onClose}
      >
        {mouvement && (
          <p className="font-medium">
            {mouvement.moyen && NOMS_MOYEN[mouvement.moyen]} de {montantSigne(mouvement.montant)},{' '}
            {formatJour(mouvement.jour, 'annee')}
          </p>
        )}
        <p>{MOUVEMENTS.suite}</p>
      </AlertDialog>
    </>
  );
}
