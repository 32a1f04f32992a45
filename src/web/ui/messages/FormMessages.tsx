import { Announced, Banner } from './Banner.tsx';

type FormMessagesProps = {
  /** What became of an earlier attempt (UI-113). */
  notice: string | null;
  refusal: string | null;
};

/** What a form says above its buttons. */
export function FormMessages({ notice, refusal }: FormMessagesProps) {
  return (
    <>
      <Announced urgent={false}>
        {notice && (
          <Banner kind="info" spoken={false}>
            {notice}
          </Banner>
        )}
      </Announced>
      {refusal && <Banner kind="error">{refusal}</Banner>}
    </>
  );
}
