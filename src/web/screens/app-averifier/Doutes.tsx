import { useDoutes } from '#web/nouns/customers/averifier.ts';
import { useConfirmName, useSplitName } from '#web/nouns/statistics/orthographes.ts';
import { ficheLink } from '#web/paths/fiche.ts';
import { cavalierLink } from '#web/paths/reservation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { type Done, Row, Section } from './Section.tsx';
import { DOUTES, TEXTES } from './textes.ts';

const ID = 'doutes';

/** Riders of the statistics who may be two: the desk separates them, or says it is one (CLI-14). */
export function Doutes({ onTry, onDone }: { onTry: () => void; onDone: Done }) {
  const doutes = useDoutes();
  const answers = [
    { write: useSplitName(), label: DOUTES.separer, done: DOUTES.separe, failed: DOUTES.nonSepare },
    {
      write: useConfirmName(),
      label: DOUTES.confirmer,
      done: DOUTES.confirme,
      failed: DOUTES.nonConfirme,
    },
  ];
  const busy = answers.some(({ write }) => write.isPending);

  const press = async ({ write, done }: (typeof answers)[number], cle: string, nom: string) => {
    if (busy) return;
    onTry();
    for (const other of answers) other.write.reset();
    try {
      await write.mutateAsync({ nom: cle });
      onDone(ID, done(nom));
    } catch {
      // `write.error` is shown in the row.
    }
  };
  return (
    <Section id={ID} texts={DOUTES} query={doutes}>
      {doutes.data?.map(({ cle, nom, places, nombre, clients }) => {
        const failed = answers.find(({ write }) => write.isError && write.variables.nom === cle);
        return (
          <Row
            key={cle}
            failed={failed ? { error: failed.write.error, otherwise: failed.failed } : null}
            buttons={answers.map((answer) => (
              <Button
                key={answer.label}
                variant="secondary"
                size="small"
                busy={answer.write.isPending && answer.write.variables.nom === cle}
                busyLabel={TEXTES.enCours}
                onClick={() => void press(answer, cle, nom)}
              >
                <span>
                  {answer.label}
                  <span className="sr-only">&#x202f;: {nom}</span>
                </span>
              </Button>
            ))}
          >
            <bdi className="font-medium">{nom}</bdi>{' '}
            <span className="text-sm text-muted">
              {TEXTES.places(places)}.{' '}
              <Link to={cavalierLink(nom)} className="link">
                {DOUTES.lecons}
                <span className="sr-only">&#x202f;: {nom}</span>
              </Link>
            </span>
            <p className="text-sm">
              {clients.map((client, n) => (
                <span key={client.id}>
                  {n > 0 && ', '}
                  <Link to={ficheLink(client.id)} className="link">
                    <bdi>{client.nom}</bdi>
                  </Link>{' '}
                  ({client.places})
                </span>
              ))}
              {nombre > clients.length && DOUTES.autres(nombre - clients.length)}
            </p>
          </Row>
        );
      })}
    </Section>
  );
}
