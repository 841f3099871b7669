// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { OutboxCard, type OutboxMessage, useOutbox } from './outbox-card.tsx';

speaksGerman();

const message = (id: number): OutboxMessage => ({
  id,
  recipient: `Empfänger ${id}`,
  about: 'Vertrag',
  state: 'sent',
  attempts: 1,
  createdAt: '2026-03-01T10:00:00Z',
  nextAttemptAt: null,
  lastError: null,
  hint: null,
  isResendable: false,
});

/** The newest first; what comes in after the first page moves the rest down. */
let newest = 60;
const ids = () => Array.from({ length: newest }, (_, index) => newest - index);

function Outbox() {
  const outbox = useOutbox(
    'mails',
    ({ page, pageSize }) =>
      Promise.resolve(
        ids()
          .slice((page - 1) * pageSize, page * pageSize)
          .map(message),
      ),
    () => Promise.resolve(),
  );
  return <OutboxCard {...outbox} />;
}

it('shows more than the newest messages on request, each once', async () => {
  const { target } = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <Outbox />
    </QueryClientProvider>,
  );
  // What loads by itself is waited for.
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  const shows = (count: number) => expect.poll(() => target.querySelectorAll('li')).toHaveLength(count);
  await shows(50);
  newest = 62;
  target.querySelector('button')?.click();
  await shows(60);
  expect(target.textContent).toContain('Empfänger 11');
  await expect.poll(() => target.querySelector('button')).toBeNull();
});
