/** An address whose line breaks before its '@' when it is too long. */
export function Adresse({ adresse }: { adresse: string }) {
  const at = adresse.lastIndexOf('@');
  return <span dir="ltr" className="wrap-anywhere">{adresse.slice(0, at)}<wbr />{adresse.slice(at)}</span>;
}
