/** Uses the storage of the browser; null where it is switched off or full. */
export function tryStorage(use: (storage: Storage) => string | null | void) {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}
