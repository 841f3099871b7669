// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdScreen } from './live-hold.ts';
import { createChangeRefresher } from './refresh-changed.ts';

let asked: (string | undefined)[];
let now: number;
let refresher: ReturnType<typeof createChangeRefresher>;
const gathered = () => vi.advanceTimersByTime(500);

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<input id="name"><input id="tick" type="checkbox"><button>Ja</button>';
  asked = [];
  now = 0;
  refresher = createChangeRefresher(
    {
      invalidateQueries: (filter) => {
        asked.push(filter?.queryKey === undefined ? undefined : filter.queryKey[0]);
        return Promise.resolve();
      },
    },
    () => now,
  );
});
afterEach(() => {
  refresher.stop();
  vi.useRealTimers();
});

const field = (id: string) => {
  const found = document.querySelector<HTMLElement>(`#${id}`);
  if (!found) throw new Error(`no ${id}`);
  return found;
};

describe('what has changed', () => {
  it('is asked for again once, whatever came in a moment', () => {
    refresher.take(['jobs'], false);
    refresher.take(['jobs', 'savedViews'], false);
    expect(asked).toEqual([]);
    gathered();
    expect(asked).toEqual(['jobs', 'bulk-job', 'bookImports', 'fundImports', 'saved-views']);
    gathered();
    expect(asked).toHaveLength(5);
  });

  it('is looked at once without delay, and then no more often than before', () => {
    const looks = () => asked.filter((root) => root === 'saved-views').length;
    refresher.take(['savedViews'], false);
    vi.advanceTimersByTime(25);
    expect(looks()).toBe(1);
    // A change every 100 ms for two seconds.
    for (let step = 0; step < 20; step += 1) {
      now += 100;
      vi.advanceTimersByTime(100);
      refresher.take(['savedViews'], false);
    }
    expect(looks()).toBeLessThanOrEqual(1 + 5);
  });

  it('is everything where nobody knows what was missed', () => {
    refresher.take([], true);
    gathered();
    expect(asked).toEqual([undefined]);
  });

  it('waits while somebody writes, and not for a box that was ticked', () => {
    field('tick').focus();
    refresher.take(['workbench'], false);
    gathered();
    expect(asked).toEqual(['workbench', 'dashboard']);
    field('name').focus();
    refresher.take(['dashboard'], false);
    gathered();
    expect(asked).toHaveLength(2);
    field('name').blur();
    gathered();
    expect(asked).toEqual(['workbench', 'dashboard', 'dashboard']);
  });

  it('waits while something is unsaved', () => {
    const [one, other] = [holdScreen(), holdScreen()];
    refresher.take(['dashboard'], false);
    gathered();
    one();
    one();
    gathered();
    expect(asked).toEqual([]);
    other();
    gathered();
    expect(asked).toEqual(['dashboard']);
  });

  it('waits on a page nobody has touched for a quarter of an hour', () => {
    now = 15 * 60_000 + 1;
    refresher.take(['dashboard'], false);
    gathered();
    expect(asked).toEqual([]);
    document.dispatchEvent(new Event('keydown'));
    gathered();
    expect(asked).toEqual(['dashboard']);
  });

  const comesBack: readonly (readonly [string, () => void])[] = [
    ['the page is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the window gets the focus', () => window.dispatchEvent(new Event('focus'))],
    [
      'the mouse moves',
      () => document.dispatchEvent(Object.assign(new Event('pointermove'), { movementX: 3, movementY: 0 })),
    ],
  ];
  it.each(comesBack)('is asked for where somebody comes back: %s', (_name, comeBack) => {
    now = 15 * 60_000 + 1;
    refresher.take(['dashboard'], false);
    gathered();
    // The page moved below a pointer nobody holds.
    document.dispatchEvent(Object.assign(new Event('pointermove'), { movementX: 0, movementY: 0 }));
    gathered();
    expect(asked).toEqual([]);
    comeBack();
    gathered();
    expect(asked).toEqual(['dashboard']);
  });
});
