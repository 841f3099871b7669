import type { Page } from 'playwright-core';
import { hideRepeats } from './repeats.ts';

declare global {
  interface Window {
    /** In the page while somebody goes through it by Tab. */
    tabWalk?: TabWalk;
  }
}

interface TabWalk {
  /** What has the focus now is noted; false once it stood there before or nothing of the page has it. */
  step(): boolean;
  /** What Tab should lead to and did not, and what had the focus unseen; what was hidden is shown again. */
  findings(): string[];
}

/** More controls than any page has once what is repeated is hidden. */
const mostSteps = 400;

/**
 * Goes through what is on the page, from the beginning of its content to the end, by Tab alone, and says what a person without a
 * mouse would miss: controls Tab never comes to, what only a mouse can use, a focus nobody sees, and a trap. Of what is repeated on
 * the page three are looked at (`hideRepeats`), in an open dialog what it holds.
 */
export async function missedByTab(page: Page): Promise<string[]> {
  await page.evaluate(`(${prepare.toString()})(${hideRepeats.toString()})`);
  for (let steps = 0; ; steps += 1) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate(() => window.tabWalk?.step() === true))) break;
    if (steps > mostSteps) throw new Error(`Tab never comes to an end on ${page.url()}`);
  }
  return page.evaluate(() => {
    const found = window.tabWalk?.findings() ?? ['nobody went through the page'];
    delete window.tabWalk;
    return found;
  });
}

/** Runs in the page, so it refers to nothing outside itself. */
function prepare(hide: typeof hideRepeats): void {
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=switch], [role=combobox], [role=tab], [role=radio], [role=slider], [role=spinbutton], [contenteditable=true]';
  /** Of their parts one is in the order of Tab; arrows lead to the others. */
  const composites =
    '[role=tablist], [role=radiogroup], [role=toolbar], [role=grid], [role=menu], [role=listbox], [role=tree]';
  const root =
    [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(-1) ??
    document.querySelector<HTMLElement>('#content') ??
    document.body;
  const isUsable = (element: Element): element is HTMLElement =>
    element instanceof HTMLElement &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
    element.getClientRects().length > 0 &&
    !element.matches(':disabled, [aria-disabled=true]') &&
    element.closest('[inert], [aria-hidden=true]') === null;
  const looksOf = (element: Element): string => {
    const parts: string[] = [];
    let place: Element | null = element;
    for (let level = 0; place !== null && level < 3; level += 1, place = place.parentElement) {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(place);
      parts.push(outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor, backgroundColor);
    }
    // A native box or slider may be drawn by what stands beside it.
    const beside = element.nextElementSibling;
    if (beside) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(beside);
      parts.push(outlineStyle === 'none' ? '' : outlineWidth, boxShadow);
    }
    return parts.join('|');
  };
  const nameOf = (element: Element) =>
    `${element.localName}.${element.getAttribute('class') ?? ''} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}”`;

  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const showRepeats = hide();
  const expected = [...root.querySelectorAll(controls)].filter(isUsable);
  const before = new Map<Element, string>(expected.map((element) => [element, looksOf(element)]));
  const reached = new Set<Element>();
  const unseen: string[] = [];
  const start = document.createElement('span');
  start.tabIndex = -1;
  root.prepend(start);
  start.focus({ preventScroll: true });
  start.remove();

  const isReached = (element: Element): boolean => {
    if (reached.has(element)) return true;
    // Arrows lead on among those of one name, wherever they stand.
    if (element instanceof HTMLInputElement && element.type === 'radio')
      return [...reached].some(
        (one) => one instanceof HTMLInputElement && one.type === 'radio' && one.name === element.name,
      );
    const group = element.closest(composites);
    const isPart = element.getAttribute('tabindex') === '-1' || element.matches('[role=radio]');
    return isPart && group !== null && [...reached].some((one) => group.contains(one));
  };
  window.tabWalk = {
    step() {
      const element = document.activeElement;
      if (element === null || element === document.body || reached.has(element) || !root.contains(element))
        return false;
      reached.add(element);
      const isShown = element.matches(':focus-visible') && before.get(element) !== looksOf(element);
      if (!isShown) unseen.push(`nobody sees the focus: ${nameOf(element)}`);
      return true;
    },
    findings() {
      const missed = expected
        .filter((element) => isUsable(element) && element.isConnected && !isReached(element))
        .map((element) => `not reached by Tab: ${nameOf(element)}`);
      const pointers = [...root.querySelectorAll('*')].filter(
        (element) =>
          isUsable(element) &&
          getComputedStyle(element).cursor === 'pointer' &&
          (element.parentElement === null || getComputedStyle(element.parentElement).cursor !== 'pointer') &&
          element.closest(`${controls}, label, [tabindex]`) === null &&
          element.querySelector(`${controls}, [tabindex]`) === null,
      );
      const onlyMouse = pointers.map((element) => `only for a mouse: ${nameOf(element)}`);
      showRepeats();
      return [...new Set([...missed, ...unseen, ...onlyMouse])];
    },
  };
}
