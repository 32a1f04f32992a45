/** After a new version, what an open page still asks for is gone: one reload fetches the new one. A second failure shows. */
export function reload(error: unknown): Promise<never> {
  const last = 'manege:recharge';
  if (Date.now() - Number(sessionStorage.getItem(last) ?? 0) < 10_000) throw error;
  sessionStorage.setItem(last, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}
