/** Whether bytes are to be saved; not every browser tells. */
export const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
