// @vitest-environment happy-dom
import type { FormElement } from '@depotwerk/api/contracts/elements';
import { expect, it } from 'vitest';
import german from '../../../../public/assets/i18n/de.json' with { type: 'json' };
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { formFields, lookupKeysOf, valuesOf, withValues } from './form-versions.ts';

const field = (path: string | null, kind: string, more: object = {}) => ({
  path,
  kind,
  label: path,
  lookupKey: null,
  unit: null,
  columns: [],
  ...more,
});
const columns = [
  { key: 'fundName', kind: 'text', isReadOnly: true },
  { key: 'isin', kind: 'text', isReadOnly: true },
  { key: 'percent', kind: 'percent', isReadOnly: false },
];
// Only the members that versions are told by.
const form = {
  children: [
    {
      children: [
        {
          children: [
            field('toFunds', 'fundTable', { columns }),
            field('targetFundId', 'fundSearch'),
            field(null, 'html'),
            field('plan.kind', 'radio', { lookupKey: 'kinds' }),
            field('plan.date', 'date'),
            field('amount', 'currency'),
            field('isConfirmed', 'checkbox'),
            field('remark', 'text'),
          ],
        },
      ],
    },
  ],
} as unknown as FormElement;
const lookups = { kinds: [{ id: 'date', label: 'Zum Termin', description: null, isInactive: false }] };
const request = {
  toFunds: [{ fundId: 1, fundName: 'Aktien Welt', isin: 'IE00B4L5Y983', percent: 62.5 }],
  targetFundId: 7,
  plan: { kind: 'date', date: '2026-03-01', other: 1 },
  amount: 1234.5,
  isConfirmed: true,
  remark: '',
};

speaksGerman();

it('says what two versions of a form hold in the words of the form', () => {
  expect(lookupKeysOf(form)).toEqual(['kinds']);
  const values = valuesOf(form, request);
  expect(formFields(form, lookups).map(({ label, text }) => [label, text(values)])).toEqual([
    ['toFunds', 'Aktien Welt 62,5\u00A0%'],
    ['plan.kind', 'Zum Termin'],
    ['plan.date', '01.03.2026'],
    ['amount', '1.234,50\u00A0€'],
    ['isConfirmed', 'Ja'],
    ['remark', german.common.none],
  ]);
});

it('puts what was chosen where it belongs and leaves the rest', () => {
  const values = { ...valuesOf(form, request), 'plan/date': '2026-04-01', remark: 'Bitte bald' };
  expect(withValues(form, request, values)).toEqual({
    ...request,
    plan: { kind: 'date', date: '2026-04-01', other: 1 },
    remark: 'Bitte bald',
  });
});
