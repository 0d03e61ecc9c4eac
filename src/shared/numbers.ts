/** Numbers in English sentences. */

/** `1234567` → `1,234,567`. */
export const grouped = (value: number): string => value.toLocaleString('en-GB');

/** `0.125` → `12.5%`. */
export const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;
