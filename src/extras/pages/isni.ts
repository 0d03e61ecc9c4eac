/** An ISNI in groups of four, as it is printed; any other text unchanged. */
export function grouped(text: string): string {
  return /^\d{15}[\dX]$/.test(text) ? text.replace(/(.{4})(?=.)/g, '$1\u00A0') : text;
}
