/**
 * On the page of an entity: a filter for many links, and the picture, which is loaded only when somebody asks for it.
 */

const row = document.querySelector<HTMLElement>('.link-filter');
const field = row?.querySelector('input');
field?.addEventListener('input', () => filter(field.value));
row?.toggleAttribute('hidden', false);

for (const button of document.querySelectorAll<HTMLElement>('[data-picture]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const picture = new Image();
    picture.alt = button.dataset['name'] ?? '';
    picture.referrerPolicy = 'no-referrer';
    picture.src = button.dataset['picture'] ?? '';
    button.replaceWith(picture);
  });
}

/** Shows the lines that have the text in them, with the name of their group. */
function filter(text: string) {
  const wanted = folded(text.trim());
  let shown = 0;
  for (const section of document.querySelectorAll<HTMLElement>('section.links')) {
    for (const group of section.querySelectorAll<HTMLElement>(':scope > ul > li')) {
      const [head, ...lines] = group.querySelectorAll<HTMLElement>('.line');
      const isNamed = folded(head?.textContent ?? '').includes(wanted);
      const kept = lines.filter((line) => isNamed || folded(line.textContent ?? '').includes(wanted));
      for (const line of lines) line.closest('li')?.toggleAttribute('hidden', !kept.includes(line));
      for (const fold of group.querySelectorAll('details.fold')) fold.toggleAttribute('open', wanted !== '');
      group.hidden = !isNamed && kept.length === 0;
      if (!group.hidden) shown += Math.max(1, kept.length);
    }
    section.hidden = section.querySelector(':scope > ul > li:not([hidden])') === null;
  }
  const status = row?.querySelector<HTMLElement>('[role=status]');
  const { one = '', many = '' } = status?.dataset ?? {};
  if (status) status.textContent = wanted === '' ? '' : (shown === 1 ? one : many).replace('{n}', String(shown));
}

function folded(text: string) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
