/** A set of many numbers in eight bytes each, for counting and comparing millions without an object for each. */

/** Numbers are added in any order, as often as they come. */
export interface GrowingNumbers {
  add(value: number): void;
  /** Sorted, each once. May be called once, at the end. */
  distinct(): Float64Array;
}

export function createGrowingNumbers(): GrowingNumbers {
  let values = new Float64Array(1024);
  let count = 0;
  return {
    add(value) {
      if (count === values.length) makeRoom();
      values[count] = value;
      count += 1;
    },
    distinct: () => values.subarray(0, compact()),
  };

  function makeRoom(): void {
    count = compact();
    if (count <= values.length / 2) return;
    const grown = new Float64Array(values.length * 2);
    grown.set(values.subarray(0, count));
    values = grown;
  }

  /** Repetitions take no room for long: a hostile list that says one thing over and over stays small. */
  function compact(): number {
    const sorted = values.subarray(0, count).sort();
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const value = sorted[i] ?? 0;
      if (kept > 0 && value === sorted[kept - 1]) continue;
      sorted[kept] = value;
      kept += 1;
    }
    return kept;
  }
}
