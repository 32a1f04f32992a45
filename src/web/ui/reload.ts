/** After a deployment, the files of an open page are gone: reload once to get the new version. A second failure within 10 s is thrown. */
export function reload(error: unknown): Promise<never> {
  const last = 'manege:recharge';
  if (Date.now() - Number(sessionStorage.getItem(last) ?? 0) < 10_000) throw error;
  sessionStorage.setItem(last, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}
