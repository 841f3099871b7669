import { describe, expect, it } from 'vitest';
import {
  checkField,
  checkFields,
  draftOf,
  emptyDraft,
  type FieldRow,
  labelOf,
  listedKeys,
  shaped,
  storedColumns,
  storedValue,
} from './field-table.ts';

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
    expect(['\u200b', '\u3164\u00ad', 'A\u2028B'].map((name) => code('name', name))).toEqual([
      'required',
      'required',
      'invalidCharacters',
    ]);
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

  const people = [
    {
      key: 'fullName',
      column: 'full_name',
      label: 'Name',
      kind: 'name',
      list: { minWidth: 1, grow: 1, priority: 0 },
    },
    { key: 'company', column: 'company', label: 'Firma', kind: 'line' },
    { key: 'roleId', column: 'role_id', label: 'Rolle', kind: 'choice' },
    { key: 'since', column: 'since', label: 'Seit', kind: 'day', isRequired: true },
    { key: 'isInactive', column: 'is_inactive', label: 'Inaktiv', kind: 'state' },
  ] as const satisfies readonly FieldRow[];

  it('asks for what has to be chosen and for a day that has to be there, in the order of the table', () => {
    const empty = emptyDraft(people);
    expect(empty).toEqual({ fullName: '', company: '', roleId: '', since: null, isInactive: false });
    expect(checkFields(people, empty, '2026-11-23')).toEqual(
      ['fullName', 'roleId', 'since'].map((path) => ({ path, code: 'required' })),
    );
  });

  it('stores a line that is not given as an empty text, and passes over what is beside the table', () => {
    const draft = {
      ...emptyDraft(people),
      fullName: ' Anna ',
      company: ' ',
      since: '2026-01-01',
      holdings: [],
    };
    expect(storedColumns(people, draft)).toEqual({
      full_name: 'Anna',
      company: '',
      role_id: null,
      since: '2026-01-01',
      is_inactive: false,
    });
    expect(draftOf(people, { ...draft, company: null })).toMatchObject({
      company: '',
      since: '2026-01-01',
    });
  });

  it('tells the columns of the list and the label of a field', () => {
    expect([listedKeys(people), labelOf(people, 'roleId')]).toEqual([['fullName'], 'Rolle']);
  });

  describe('with colours, numbers, references and options', () => {
    const more = [
      { key: 'colour', column: 'colour', label: 'Farbe', kind: 'colour', first: '#0f5566' },
      {
        key: 'share',
        column: 'share',
        label: 'Anteil',
        kind: 'number',
        unit: 'percent',
        most: 0.2,
        isRequired: true,
        first: 0,
      },
      { key: 'fee', column: 'fee', label: 'Gebühr', kind: 'number', unit: 'money', most: 1000 },
      { key: 'count', column: 'count', label: 'Anzahl', kind: 'number', unit: 'count', most: 9 },
      { key: 'ownerId', column: 'owner_id', label: 'Eigner', kind: 'reference', isRequired: true },
      { key: 'tariffId', column: 'tariff_id', label: 'Tarif', kind: 'object' },
      { key: 'state', column: 'state', label: 'Stand', kind: 'option', options: ['open', 'closed'] },
    ] as const satisfies readonly FieldRow[];
    const draft = { ...emptyDraft(more), ownerId: 7 };
    const issues = (change: object) =>
      checkFields(more, { ...draft, ...change }, '').map(({ path, code: issue }) => `${path}:${issue}`);

    it('begins with what its table says, an option with the first of its words', () => {
      expect(emptyDraft(more)).toEqual({
        colour: '#0f5566',
        share: 0,
        fee: null,
        count: null,
        ownerId: null,
        tariffId: null,
        state: 'open',
      });
    });

    it('refuses numbers out of their limits, with too many decimals, and what is missing', () => {
      expect(issues({})).toEqual([]);
      expect(issues({ share: 0.3, fee: -0.01, count: 1.5 })).toEqual([
        'share:tooLargePercent',
        'fee:tooSmallMoney',
        'count:wholeNumber',
      ]);
      expect(issues({ share: 0.0000001, fee: 1.005, count: 10 })).toEqual([
        'share:precision',
        'fee:precision',
        'count:outOfRange',
      ]);
      expect(issues({ share: null, fee: null, ownerId: null })).toEqual([
        'share:required',
        'ownerId:required',
      ]);
      expect(issues({ colour: '#ffdd00' })).toEqual(['colour:colourContrast']);
    });

    it('stores numbers as they are and colours in small letters', () => {
      expect(storedColumns(more, { ...draft, colour: '#0F5566', fee: 2.5 })).toEqual({
        colour: '#0f5566',
        share: 0,
        fee: 2.5,
        count: null,
        owner_id: 7,
        tariff_id: null,
        state: 'open',
      });
    });
  });
});
