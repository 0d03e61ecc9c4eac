/** Makes the address for reports of wrong links: a prepared message to a contact, or a page of the contact. */

interface WrongLinks {
  readonly gnd: string;
  readonly name: string;
  /** Key of the source. */
  readonly source: string;
  /** Links of the entity that the source asserts. */
  readonly urls: readonly string[];
  /** Identifier of the snapshot. */
  readonly snapshot: string;
}

/** Most links in the message: mail programs limit the length of addresses. */
const MAX_URLS = 5;
/** Longest address in the message, in characters. */
const MAX_URL = 300;

/**
 * @param contacts e-mail addresses, `mailto:` or web addresses; the first one that is defined counts
 * @returns undefined where no contact is known
 */
export function reportAddress(wrong: WrongLinks, contacts: readonly (string | undefined)[]): string | undefined {
  const contact = contacts.find((one) => one !== undefined)?.replace(/^mailto:/i, '');
  if (contact === undefined || /^https?:/i.test(contact)) return contact;
  const { gnd, name, source, urls, snapshot } = wrong;
  const shown = urls.filter(({ length }) => length <= MAX_URL).slice(0, MAX_URLS);
  const body = [`GND ${gnd}: ${name}`, ...shown, '', `${source}, ${snapshot}`, ''].join('\n');
  const to = encodeURIComponent(contact).replaceAll('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(`GND ${gnd}: ${source}`)}&body=${encodeURIComponent(body)}`;
}
