/** An address that breaks before its '@' when it must break. */
export function Adresse({ adresse }: { adresse: string }) {
  const at = adresse.lastIndexOf('@');
  return <span dir="ltr" className="wrap-anywhere">{adresse.slice(0, at)}<wbr />{adresse.slice(at)}</span>;
}
