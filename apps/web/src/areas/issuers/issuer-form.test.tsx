// @vitest-environment happy-dom
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { issuerFields } from '@depotwerk/domain/master-data/issuer-fields';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { insurerChoicesQuery } from '../../forms/choice-queries.ts';
import { useEntityForm } from '../../forms/use-entity-form.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { withinRouter } from '../../ui/within-router-for-test.tsx';
import { IssuerFields } from './issuer-form.tsx';
import { issuerKind } from './issuer-kind.ts';

speaksGerman();

it('says which way to a bank works today, where the way is chosen', () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(insurerChoicesQuery().queryKey, []);
  const kind = issuerKind(() => '');
  const linked = { ...kind, empty: () => ({ ...emptyDraft(issuerFields), hasTrader: true }) };
  function Fields() {
    return <IssuerFields form={useEntityForm(linked, null)} />;
  }
  const page = renderForTest(
    withinRouter(
      <QueryClientProvider client={client}>
        <Fields />
      </QueryClientProvider>,
    ),
  );
  expect(page.find('[data-path="traderKind"]', HTMLElement).textContent).toContain(
    'Abruf und Aufträge gehen über „Schnittstelle“.',
  );
});
