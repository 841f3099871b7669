import { describe, expect, it } from 'vitest';
import { checkField, draftOf, emptyDraft, type FieldRow, shaped, storedValue } from './field-table.ts';

const rows = [
  { key: 'name', column: 'name', label: 'Name', kind: 'name', limit: 5 },
  { key: 'country', column: 'country', label: 'Land', kind: 'name', limit: 2, first: 'DE' },
  { key: 'code', column: 'code', label: 'Kürzel', kind: 'text', rule: shaped(/^[a-z]+$/, 'keyFormat') },
  { key: 'street', column: 'street', label: 'Straße', kind: 'text', isBlankStored: true },
  { key: 'day', column: 'day', label: 'Tag', kind: 'day' },
  { key: 'number', column: 'number', label: 'Nummer', kind: 'masked' },
  { key: 'groupId', column: 'group_id', label: 'Gruppe', kind: 'group' },
  { key: 'isInactive', column: 'is_inactive', label: 'Inaktiv', kind: 'yes' },
] as const satisfies readonly FieldRow[];
const row = (key: string) => rows.find((one) => one.key === key) ?? rows[0];
const code = (key: string, value: string | null) => checkField(row(key), value, '2026-11-23')?.code ?? null;

describe('a table of fields', () => {
  it('makes the draft of a new one', () => {
    expect(emptyDraft(rows)).toEqual({
      name: '',
      country: 'DE',
      code: null,
      street: null,
      day: null,
      number: null,
      groupId: null,
      isInactive: false,
    });
  });

  it('makes the draft of a stored one, in which nothing given is null but where a text has to be', () => {
    const answer = { name: 'Anna', country: '', code: null, street: '', day: '2026-01-01', isInactive: true };
    expect(draftOf(rows, { ...answer, contractCount: 3 })).toEqual({
      name: 'Anna',
      country: '',
      code: null,
      street: null,
      day: '2026-01-01',
      number: null,
      groupId: null,
      isInactive: true,
    });
  });

  it('says what is wrong: what is missing, too long, no day, and what the field’s own rule says of a given value', () => {
    expect([code('name', ' '), code('name', 'Annalena'), code('name', 'Anna')]).toEqual([
      'required',
      'tooLong',
      null,
    ]);
    expect([code('code', 'A'), code('code', ' '), code('code', null)]).toEqual(['keyFormat', null, null]);
    expect([code('day', '2026-02-30'), code('day', '2026-02-28')]).toEqual(['noSuchDay', null]);
    expect(code('street', 'x'.repeat(201))).toBe('tooLong');
  });

  it('stores a text without the blanks around it, and nothing as its column has nothing', () => {
    expect(storedValue(row('code'), ' ab ')).toBe('ab');
    expect([storedValue(row('code'), ' '), storedValue(row('street'), null)]).toEqual([null, '']);
    expect(storedValue(row('isInactive'), false)).toBe(false);
    expect(storedValue({ ...row('code'), stored: (text) => text.toUpperCase() }, 'ab')).toBe('AB');
  });
});
