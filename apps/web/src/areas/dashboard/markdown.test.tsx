// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { blocksOf, Markdown } from './markdown.tsx';

describe('markdown of a tile', () => {
  it('is cut into headings, lists and paragraphs', () => {
    expect(blocksOf('# Titel\nText\nweiter\n\n- eins\n- zwei\n1. erst\n\nEnde')).toEqual([
      ['# Titel'],
      ['Text', 'weiter'],
      ['- eins', '- zwei'],
      ['1. erst'],
      ['Ende'],
    ]);
  });

  it('never becomes HTML of its own, and links only where it is safe', () => {
    const { target } = renderForTest(
      <Markdown
        text={
          '<img src=x onerror=alert(1)> **fett** [gut](https://a.example) [innen](/contracts) [böse](javascript:alert(1)) [fremd](//evil.example)'
        }
      />,
    );
    expect(target.querySelector('img')).toBeNull();
    expect(target.querySelector('strong')?.textContent).toBe('fett');
    expect([...target.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      'https://a.example',
      '/contracts',
    ]);
    expect(target.textContent).toContain('<img src=x');
  });
});
