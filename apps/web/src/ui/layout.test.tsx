// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { collapsePageHeader, resetUiState, useUiState } from '../platform/ui-state.ts';
import { speaksGerman } from '../texts/german-for-test.ts';
import { GroupName, Stars } from './cells.tsx';
import { ToggleCell } from './checkbox.tsx';
import { LayoutPanel, PageHeader } from './layout.tsx';
import { renderForTest } from './render-for-test.tsx';

speaksGerman();
beforeEach(resetUiState);

describe('toggle cell', () => {
  it('flips its own state on each click and emits the action with the new state', () => {
    const emitted: unknown[] = [];
    const page = renderForTest(
      <ToggleCell
        label="ETF"
        isInitiallyOn={false}
        action="setUseEtf"
        onAction={(action, isOn) => emitted.push([action, isOn])}
      />,
    );
    page.click('input');
    expect(page.find('input', HTMLInputElement).checked).toBe(true);
    page.click('input');
    expect(page.find('input', HTMLInputElement).checked).toBe(false);
    expect(emitted).toEqual([
      ['setUseEtf', true],
      ['setUseEtf', false],
    ]);
  });
});

describe('layout panel', () => {
  it('is collapsed at first and toggles on a click on its header', () => {
    const page = renderForTest(<LayoutPanel title="Kosten">Inhalt</LayoutPanel>);
    const content = () => page.find('.ui-card__body', HTMLElement);
    expect(content().hidden).toBe(true);
    page.click('button');
    expect(content().hidden).toBe(false);
    expect(page.find('button', HTMLElement).getAttribute('aria-expanded')).toBe('true');
    page.click('button');
    expect(content().hidden).toBe(true);
  });
});

describe('page header', () => {
  it('names the page in the tab by its words, also where the title is a link', () => {
    const page = renderForTest(<PageHeader title="Verträge" />);
    expect(document.title).toMatch(/^Verträge – /);
    page.rerender(<PageHeader title={<a href="/customers/1">Lena Adler</a>} pageTitle="Lena Adler · QB-1" />);
    expect(document.title).toMatch(/^Lena Adler · QB-1 – /);
  });

  it('is collapsed at first, toggles, and can be collapsed separately', () => {
    const page = renderForTest(<PageHeader title="Vertrag">Kennzahlen</PageHeader>);
    const more = () => page.find('.ui-page-header__more', HTMLElement);
    expect(more().hidden).toBe(true);
    page.click('button');
    expect(more().hidden).toBe(false);
    expect(useUiState.getState().pageHeaderExpanded).toBe(true);
    page.change(collapsePageHeader);
    expect(more().hidden).toBe(true);
  });
});

describe('cells', () => {
  it.each([
    [3.5, '3,5 von 5 Sternen'],
    [3.74, '3,5 von 5 Sternen'],
    [5, '5 von 5 Sternen'],
    [7, '5 von 5 Sternen'],
    [0, '0 von 5 Sternen'],
  ])('names %d stars', (value, name) => {
    renderForTest(<Stars value={value} />);
    expect(document.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe(name);
  });

  it('says when there is no rating', () => {
    expect(renderForTest(<Stars value={null} />).target.textContent).toBe('Ohne Bewertung');
  });

  it('indents groups by 16 px a level', () => {
    const page = renderForTest(<GroupName name="Hamburg" level={2} />);
    expect(page.find('.ui-link-cell', HTMLElement).style.paddingLeft).toBe('32px');
  });
});
