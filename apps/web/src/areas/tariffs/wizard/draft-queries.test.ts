import { expect, it } from 'vitest';
import { readNewerDraft } from './draft-queries.ts';

const stored = {
  draftType: 'tariff',
  entityKey: 'new',
  step: 'info',
  data: { draft: {}, base: {} },
  baseVersion: null,
  revision: 7,
  createdAt: '2026-11-30T10:00:00.000Z',
  updatedAt: '2026-11-30T10:05:00.000Z',
};

it('reads the newer draft a refused save names, also with more than this page knows', () => {
  expect(readNewerDraft(stored)).toEqual(stored);
  expect(readNewerDraft({ ...stored, device: 'Werkstatt' })).toEqual(stored);
});

it('takes only what the server says is gone for gone', () => {
  expect(readNewerDraft(null)).toBeNull();
  // Of a kind or shape of the release after: it is there, and is not to be written over unasked.
  for (const odd of [
    { ...stored, draftType: 'hybridTariff' },
    { ...stored, step: 4 },
  ])
    expect(readNewerDraft(odd)).toEqual({ data: undefined, revision: 7, updatedAt: stored.updatedAt });
  for (const nothing of [undefined, {}, 'gone', { revision: '7' }])
    expect(readNewerDraft(nothing)).toBeUndefined();
});
