/** An account among the options of a search: its name, and its email to tell it apart. */
export function AccountOption({ nom, email }: { nom: string; email: string }) {
  return (
    <>
      <bdi className="font-medium wrap-anywhere">{nom}</bdi>
      <bdi className="text-sm wrap-anywhere text-muted">{email}</bdi>
    </>
  );
}
