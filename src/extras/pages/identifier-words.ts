/** Identifiers and the labels of their registers, as readers know them. */

/** An ISNI in groups of four, as it is printed; any other text unchanged. */
export function groupedIsni(text: string): string {
  return /^\d{15}[\dX]$/.test(text) ? text.replace(/(.{4})(?=.)/g, '$1\u00A0') : text;
}

/** The short form in brackets at the end of the label of a register, or else the whole label: `VIAF`. */
export const abbreviated = (label: string) => /\(([^()]+)\)$/.exec(label)?.[1] ?? label;
