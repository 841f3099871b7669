// @vitest-environment happy-dom
import type { OptimizationHint } from '@depotwerk/api/contracts/contract-detail';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { json, refused } from '../../platform/api-client-for-test.ts';
import { useSession } from '../../platform/session.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { clearToasts, ToastRegion } from '../../ui/toast.tsx';
import { HintDecisionDialog } from './hint-decision-dialog.tsx';

speaksGerman();
beforeEach(() => act(clearToasts));
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ accessToken: null });
});

const id = '5d1e7a52-0000-4000-8000-000000000001';
const open: OptimizationHint = {
  id,
  contractId: id,
  optimizationHintId: 1,
  title: 'Klumpenrisiko',
  text: 'Ein Fonds ist zu groß.',
  severity: 1,
  scope: 'portfolio',
  fundIds: [],
  actual: null,
  target: null,
  range: null,
  suggestedFundIds: [],
  createdAt: '2026-03-01T10:00:00Z',
  state: 'open',
  dismissedReason: null,
  hintCode: 'H09',
  peergroupId: null,
  note: null,
  stateChangedAt: null,
  stateChangedBy: null,
  findingCause: null,
};
const ofOther = { ...open, state: 'dismissed', note: 'So gewollt', stateChangedBy: 'Ida Roth' } as const;

it('taken back, a decision in the place of a colleague’s gives way to hers again', async () => {
  useSession.setState({ accessToken: 'a' });
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    const asked = JSON.parse(body) as { state: 'accepted' | 'dismissed'; note?: string };
    sent.push(asked);
    return Promise.resolve(
      sent.length === 1
        ? refused('common.versionConflict', 412, { current: ofOther })
        : json({ ...open, state: asked.state, note: asked.note ?? null }),
    );
  });
  const page = renderForTest(
    <>
      <HintDecisionDialog contractId={id} hints={[open]} decision="accepted" onClose={() => undefined} />
      <ToastRegion />
    </>,
  );
  const confirm = async (calls: number) => {
    const form = document.querySelector('form');
    if (!form) throw new Error('no form');
    await act(async () => {
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
      await expect.poll(() => sent).toHaveLength(calls);
    });
  };
  await confirm(1);
  await expect.poll(() => document.body.textContent).toContain('Ida Roth hat inzwischen verworfen');
  await confirm(2);
  await expect.poll(() => document.querySelector('.ui-toast__action')).not.toBeNull();
  await act(async () => {
    page.find('.ui-toast__action', HTMLElement).click();
    await expect.poll(() => sent).toHaveLength(3);
  });
  expect(sent[2]).toEqual({
    state: 'dismissed',
    note: 'So gewollt',
    shown: { state: 'accepted', note: null },
  });
});
