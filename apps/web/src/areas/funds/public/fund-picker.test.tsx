// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it } from 'vitest';
import german from '../../../../public/assets/i18n/de.json' with { type: 'json' };
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { FundPicker } from './fund-picker.tsx';

speaksGerman();

it('says where more funds were found than it shows', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const funds = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `Welt ${id}` }));
  client.setQueryData(['funds', 'search', 'welt'], funds(9));
  client.setQueryData(['funds', 'search', 'welt a'], funds(8));
  const page = renderForTest(
    <QueryClientProvider client={client}>
      <FundPicker
        label="Fonds"
        pickLabel="Aufnehmen"
        isExcluded={() => false}
        detailOf={() => ''}
        onPick={() => {}}
      />
    </QueryClientProvider>,
  );
  const shownFor = async (text: string) => {
    page.type('input', text);
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    return [document.querySelectorAll('li').length, document.querySelector('[role="status"]')?.textContent];
  };
  expect(await shownFor('welt')).toEqual([8, german.masterData.peergroups.moreFunds]);
  expect(await shownFor('welt a')).toEqual([8, undefined]);
});
