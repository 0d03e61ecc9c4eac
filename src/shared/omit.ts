/** A copy of an object without some of its members. */
export function omit<T extends object, K extends keyof T>(object: T, ...names: readonly K[]): Omit<T, K> {
  const kept = Object.entries(object).filter(([name]) => !names.includes(name as K));
  return Object.fromEntries(kept) as Omit<T, K>;
}
