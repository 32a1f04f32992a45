/** Whether the browser saves data or the network is slow: nothing is fetched ahead then (UI-46). */
export function isFrugal(): boolean {
  const { saveData = false, effectiveType = '4g' } =
    (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  return saveData || effectiveType !== '4g';
}
