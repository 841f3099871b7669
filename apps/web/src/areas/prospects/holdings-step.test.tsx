// @vitest-environment happy-dom
import { mostAnalysisHoldings } from '@depotwerk/api/prospects/depot-analysis';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { BankLinkPanel } from './bank-link-panel.tsx';
import { FundSearch } from './fund-search.tsx';
import { HoldingsStep } from './holdings-step.tsx';
import { AnalysisGone } from './use-gone.ts';

speaksGerman();
beforeEach(() => {
  // No bank of this house can be linked.
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const holdings = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ isin: `ISIN${index}`, name: '', quantity: 1, value: null }));

function open(count: number) {
  const onDone = vi.fn<() => void>();
  const { target, click } = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <HoldingsStep
        guid="g"
        holdings={holdings(count)}
        setHoldings={() => undefined}
        saving="failed"
        isBusy={false}
        error="Bitte versuchen Sie es noch einmal."
        hasBankLink={false}
        onBack={() => undefined}
        onDone={onDone}
        onSkip={null}
      />
    </QueryClientProvider>,
  );
  click('.question__buttons .ui-button--primary');
  return { onDone, alerts: [...target.querySelectorAll('[role="alert"]')].map((one) => one.textContent) };
}

it('computes nothing of more holdings than can be stored, and says at the button why, not to try again', () => {
  const { onDone, alerts } = open(mostAnalysisHoldings + 1);
  expect(onDone).not.toHaveBeenCalled();
  const tooMany = `Es sind ${mostAnalysisHoldings + 1} Bestände; auswerten und speichern lassen sich höchstens ${mostAnalysisHoldings}. Bitte entfernen Sie die übrigen.`;
  expect(alerts).toEqual([tooMany, tooMany]);
});

it('computes what can be stored', () => {
  const { onDone, alerts } = open(2);
  expect(onDone).toHaveBeenCalledOnce();
  expect(alerts).toEqual(['Bitte versuchen Sie es noch einmal.']);
});

const nothing = () => undefined;
const search = <FundSearch guid="g" initial="aktien" isKnown={() => false} onPick={nothing} />;
const bank = <BankLinkPanel guid="g" onTake={nothing} onLeave={nothing} />;

it.each([
  ['search', search, 404, 'common.notFound', 1],
  ['search', search, 503, 'common.unavailable', 0],
  ['bank', bank, 404, 'common.notFound', 1],
  ['bank', bank, 404, 'traderAuth.unknownBank', 0],
  ['bank', bank, 503, 'common.unavailable', 0],
])(
  'a %s that finds the analysis gone has the page say what became of it, an unknown bank not',
  async (_name, part, status, code, times) => {
    const onGone = vi.fn<() => void>();
    const body = { code, message: '', requestId: 'v' };
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })));
    const { target } = renderForTest(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AnalysisGone value={onGone}>{part}</AnalysisGone>
      </QueryClientProvider>,
    );
    await expect.poll(() => target.querySelector('[role="alert"]')).not.toBeNull();
    expect(onGone).toHaveBeenCalledTimes(times);
  },
);
