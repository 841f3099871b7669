import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boughtFundIds,
  type FiledKeyInformation,
  type HandedOver,
  isTooMuchAtOnce,
  keyInformationGaps,
  keyInformationInForce,
  keyInformationText,
  mostHandedOver,
} from './key-information.ts';

const filed: FiledKeyInformation = { documentId: 'd1', title: 'BIB', contentHash: 'ab12', day: '2026-03-01' };
const address = 'https://fonds.example/bib.pdf';

describe('the document that holds', () => {
  it('is the newer of file and link; an undated link does not push a file aside', () => {
    expect(keyInformationInForce(null, null)).toBeNull();
    expect(keyInformationInForce(filed, null)).toMatchObject({
      version: 'ab12',
      documentId: 'd1',
      address: null,
    });
    expect(keyInformationInForce(null, { address, day: null })).toMatchObject({
      version: `link - ${address}`,
      documentId: null,
      address,
    });
    for (const day of [null, '2026-02-28', '2026-03-01'])
      expect(keyInformationInForce(filed, { address, day })?.version).toBe('ab12');
    expect(keyInformationInForce(filed, { address, day: '2026-03-02' })?.version).toBe(
      `link 2026-03-02 ${address}`,
    );
  });
});

describe('what a plan buys', () => {
  it('is what it orders or saves more of, each once', () => {
    expect(
      boughtFundIds({
        orders: [
          { action: 'sell', fundId: 1 },
          { action: 'buy', fundId: 9 },
          { action: 'switch', fundId: 3 },
        ],
        savingsPlanChanges: [
          { fundId: 9, fractionBefore: 0, fractionAfter: 0.4 },
          { fundId: 5, fractionBefore: 0.2, fractionAfter: 0.3 },
          { fundId: 6, fractionBefore: 0.5, fractionAfter: 0.3 },
          { fundId: 7, fractionBefore: 0.3, fractionAfter: 0 },
        ],
      }),
    ).toEqual([3, 5, 9]);
  });
});

const anna = { customerId: 'a', name: 'Anna Ahlers' };
const bert = { customerId: 'b', name: 'Bert Ahlers' };
const fund = (fundId: number, version: string | null) => ({
  fundId,
  fundName: `Fonds ${fundId}`,
  document: version === null ? null : { version },
});

describe('what a purchase waits for', () => {
  it('is every holder without the version that holds now, and every fund without a document', () => {
    const bought = [fund(1, 'v2'), fund(2, null), fund(3, 'v1')];
    const had: HandedOver[] = [
      { customerId: 'a', fundId: 1, version: 'v2' },
      { customerId: 'b', fundId: 1, version: 'v1' },
      { customerId: 'a', fundId: 3, version: 'v1' },
      { customerId: 'b', fundId: 3, version: 'v1' },
    ];
    const gaps = keyInformationGaps(bought, [anna, bert], had);
    expect(gaps).toEqual([
      { kind: 'notHandedOver', fundId: 1, fundName: 'Fonds 1', holders: [bert] },
      { kind: 'noDocument', fundId: 2, fundName: 'Fonds 2' },
    ]);
    expect(keyInformationText(gaps, true)).toBe(
      'Zu Fonds 2 ist kein Basisinformationsblatt hinterlegt. Bitte legen Sie es beim Fonds ab oder nehmen Sie den Fonds aus dem Vorschlag. Vor dem Kauf ist das Basisinformationsblatt auszuhändigen: Fonds 1 (an Bert Ahlers). Bitte händigen Sie es aus und bestätigen Sie das im Vertrag unter „Optimierung“.',
    );
    expect(keyInformationText([], true)).toBeNull();
  });

  it('names five funds and counts the others', () => {
    const bought = Array.from({ length: 7 }, (_, index) => fund(index + 1, 'v'));
    expect(keyInformationText(keyInformationGaps(bought, [anna], []), false)).toContain(
      'Vor dem Kauf sind die Basisinformationsblätter auszuhändigen: Fonds 1, Fonds 2, Fonds 3, Fonds 4, Fonds 5 und 2 weitere Fonds. Bitte händigen Sie sie aus und',
    );
    expect(keyInformationText(keyInformationGaps(bought.slice(1), [anna], []), false)).toContain(
      'Fonds 5, Fonds 6 und 1 weiterer Fonds. Bitte',
    );
    const unknown = bought.map(({ fundId }) => fund(fundId, null));
    expect(keyInformationText(keyInformationGaps(unknown, [anna], []), false)).toContain(
      'Zu Fonds 1, Fonds 2, Fonds 3, Fonds 4, Fonds 5 und 2 weiteren Fonds ist kein Basisinformationsblatt hinterlegt. Bitte legen Sie die fehlenden Blätter bei den Fonds ab',
    );
  });

  const someFund = fc.record({
    fundId: fc.integer({ min: 1, max: 6 }),
    version: fc.constantFrom('v1', 'v2', null),
  });
  const someHandover = fc.record({
    customerId: fc.constantFrom('a', 'b', 'c'),
    fundId: fc.integer({ min: 1, max: 6 }),
    version: fc.constantFrom('v1', 'v2'),
  });

  it('is nothing exactly when every fund has a document and every holder has it', () => {
    fc.assert(
      fc.property(fc.array(someFund), fc.array(someHandover), fc.boolean(), (funds, had, isJoint) => {
        const holders = isJoint ? [anna, bert] : [anna];
        const bought = funds.map(({ fundId, version }) => fund(fundId, version));
        const isFree = bought.every(
          ({ fundId, document }) =>
            document !== null &&
            holders.every(({ customerId }) =>
              had.some(
                (one) =>
                  one.customerId === customerId && one.fundId === fundId && one.version === document.version,
              ),
            ),
        );
        const text = keyInformationText(keyInformationGaps(bought, holders, had), isJoint);
        expect(text === null).toBe(isFree);
      }),
    );
  });

  it('never grows when more is handed over, and is done once all of it is', () => {
    fc.assert(
      fc.property(fc.array(someFund), fc.array(someHandover), fc.array(someHandover), (funds, had, more) => {
        const bought = funds.map(({ fundId, version }) => fund(fundId, version));
        const before = keyInformationGaps(bought, [anna, bert], had);
        const after = keyInformationGaps(bought, [anna, bert], [...had, ...more]);
        expect(after.length).toBeLessThanOrEqual(before.length);
        const missing = before.flatMap((gap) =>
          gap.kind === 'noDocument'
            ? []
            : gap.holders.map(({ customerId }) => ({ customerId, fundId: gap.fundId })),
        );
        const all = missing.flatMap(({ customerId, fundId }) =>
          ['v1', 'v2'].map((version) => ({ customerId, fundId, version })),
        );
        const left = keyInformationGaps(bought, [anna, bert], [...had, ...all]);
        expect(left.every(({ kind }) => kind === 'noDocument')).toBe(true);
      }),
    );
  });
});

describe('what is handed over at once', () => {
  it.each([
    [0, 0, false],
    [1, 0, true],
    [0, 1, true],
  ])('is as many plans and documents as are said: %i and %i more', (plans, documents, isTooMuch) => {
    const asked = { plans: mostHandedOver.plans + plans, documents: mostHandedOver.documents + documents };
    expect(isTooMuchAtOnce(asked)).toBe(isTooMuch);
  });
});
