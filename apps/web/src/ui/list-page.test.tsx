// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../texts/german-for-test.ts';
import { t } from '../texts/texts.ts';
import { ListPage } from './list-page.tsx';
import { renderForTest } from './render-for-test.tsx';

speaksGerman();

it.each([
  [true, '10.000 Ausführungen'],
  [false, 'mehr als 10.000 Ausführungen'],
])(
  'says of any list how many there are, and where that is not known that there are more',
  (isTotalExact, text) => {
    const rows = {
      count: 10_000,
      total: 10_000,
      isTotalExact,
      rowAt: () => undefined,
      showRows: () => {},
      isOutdated: false,
      error: null,
      isRetrying: false,
      retry: () => {},
      listKey: '',
    };
    const page = renderForTest(
      <ListPage<{ id: string }, never>
        title="Aufträge"
        countText={(count, number) => t('orderBook.count', { count, number })}
        tools={null}
        loadFailed=""
        label="Aufträge"
        columns={[]}
        rows={rows}
        onOpen={() => {}}
        renderCard={() => null}
        rowLabel={({ id }) => id}
      />,
    );
    expect(page.target.textContent).toContain(`Aufträge${text}`);
    // Below its last row, too: somebody who has scrolled there would take it for the end.
    const rest = 'Die Liste zeigt die ersten 10.000 von mehr als 10.000 Einträgen.';
    expect(page.target.textContent.includes(rest)).toBe(!isTotalExact);
  },
);
