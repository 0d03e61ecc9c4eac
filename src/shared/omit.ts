/** Copies of an object without some of its members: those that are named, or those that are undefined. */
export function omit<T extends object, K extends keyof T>(object: T, ...names: readonly K[]): Omit<T, K> {
  const kept = Object.entries(object).filter(([name]) => !names.includes(name as K));
  return Object.fromEntries(kept) as Omit<T, K>;
}

export function defined<T extends object>(object: T): Defined<T> {
  const kept: Partial<T> = {};
  for (const name in object) if (object[name] !== undefined) kept[name] = object[name];
  return kept as unknown as Defined<T>;
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
