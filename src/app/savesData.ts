/** Whether data-saving mode is on; not supported by every browser. */
export const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
