// chunk: people-lists
/** An email address that breaks before its @ if the line is too short. */
export function EmailText({ children }: { children: string }) {
  const at = children.lastIndexOf('@');
  return (
    <span dir="ltr" className="wrap-anywhere">
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  );
}
