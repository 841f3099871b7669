/**
 * Hides from axe what it has examined on the same page before, and returns what shows it again: of rows, cells and entries in
 * the same place that are made alike, all but the first three, and behind an open dialog the page that cannot be used meanwhile.
 * Made alike means: the same elements with the same attributes, whatever they say; a row with another class, colour, state or role
 * stays, as does one where a text, a name or what a reference points to is missing. The layout stays, and so does the focus.
 * Runs in the page, so it refers to nothing outside itself.
 */
export function hideRepeats(): () => void {
  const entries =
    'li, tr, td, [role=row], [role=cell], [role=gridcell], [role=option], [role=menuitem], [role=listitem]';
  // A dialog marks what is behind it; what holds nothing to use is a decoration, which is hidden always.
  const ofUse = ':has(a, button, input, h1, h2)';
  const behindDialog = `[data-base-ui-inert][aria-hidden=true]${ofUse}, [data-base-ui-inert] [aria-hidden=true]${ofUse}`;
  const references = /^(for|aria-(labelledby|describedby|controls|owns|details|activedescendant))$/;
  const numbers = new Map<string, number>();
  const ownLooks = new Map<Element, string>();
  const shapes = new Map<Element, number>();
  const hidden: { readonly element: HTMLElement; readonly before: string; readonly hasStyle: boolean }[] = [];

  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const isThere = (id: string) => document.getElementById(id) !== null;

  /** What of an attribute a rule may judge. */
  function lookOf(name: string, value: string): string {
    if (references.test(name)) return `${name}:${value.split(/\s+/).every(isThere)}`;
    if (name === 'aria-label' || name === 'aria-roledescription' || name === 'aria-valuetext')
      return `${name}:${value.trim() !== ''}`;
    // Where something stands is no matter of its kind.
    if (name === 'style') return `${name}:${value.replaceAll(/-?[\d.]+(px|rem|em|%)/g, '')}`;
    if (/^aria-.*(index|posinset|valuenow)$/.test(name)) return name;
    if (/^(class|role|type|tabindex|lang|aria-.*)$/.test(name)) return `${name}:${value}`;
    if (name.startsWith('data-')) return `${name}:${value.replaceAll(/[0-9a-f-]{36}|\d/g, '')}`;
    return `${name}:${value.trim() !== ''}`;
  }

  function shapeOf(element: Element): number {
    const own = `${element.localName} ${[...element.attributes].map(({ name, value }) => lookOf(name, value)).join(' ')}`;
    ownLooks.set(element, own);
    // Pictures have no parts of their own for axe.
    const parts = element.localName === 'svg' ? [] : [...element.childNodes];
    const inside = parts.map((part) => {
      if (part instanceof Element) return shapeOf(part);
      return part instanceof Text && part.data.trim() !== '' ? 't' : '';
    });
    const shape = numberOf(`${own}(${inside.join()})`);
    shapes.set(element, shape);
    return shape;
  }

  /** False for what has the focus, which would lose it. */
  function hide(element: Element): boolean {
    if (!(element instanceof HTMLElement) || element.contains(document.activeElement)) return false;
    const before = element.style.getPropertyValue('visibility');
    hidden.push({ element, before, hasStyle: element.hasAttribute('style') });
    element.style.setProperty('visibility', 'hidden', 'important');
    return true;
  }

  const seen = new Map<string, number>();
  function hideInside(parent: Element, place: number): void {
    let shown = 0;
    for (const element of parent.children) {
      if (element.matches(entries)) {
        const key = `${place} ${shapes.get(element) ?? ''}`;
        const times = (seen.get(key) ?? 0) + 1;
        seen.set(key, times);
        // A list or row without any entry would be a finding of its own.
        const isLastHope = shown === 0 && element.nextElementSibling === null;
        if (times > 3 && !isLastHope && hide(element)) continue;
      }
      shown += 1;
      hideInside(element, numberOf(`${place}>${ownLooks.get(element) ?? ''}`));
    }
  }

  shapeOf(document.body);
  for (const behind of document.querySelectorAll(behindDialog)) hide(behind);
  hideInside(document.body, -1);
  return () => {
    for (const { element, before, hasStyle } of hidden) {
      element.style.setProperty('visibility', before);
      if (!hasStyle) element.removeAttribute('style');
    }
  };
}
