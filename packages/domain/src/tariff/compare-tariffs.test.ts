import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ComparisonNames, compareTariffContents } from './compare-tariffs.ts';
import {
  validAllocation,
  validComponents,
  validContent,
  validHybrid,
  validMatrix,
} from './fixtures/valid-drafts.ts';
import type { TariffContent, TariffDraft } from './tariff-drafts.ts';

const names: ComparisonNames = (kind, id) => `${kind} ${id}`;
const compare = (before: TariffContent, after: TariffContent) => compareTariffContents(before, after, names);
const hybridContent: TariffContent = { tariff: validHybrid, components: null };

const tariff = (change: Partial<TariffDraft>): TariffContent => ({
  ...validContent,
  tariff: { ...validContent.tariff, ...change },
});
const components = (change: Partial<NonNullable<TariffContent['components']>>): TariffContent => ({
  ...validContent,
  components: { ...validComponents, ...change },
});
const plain = (content: TariffContent) =>
  compare(validContent, content).differences.map(({ section, label, before, after }) =>
    `${section}: ${label}: ${before} → ${after}`.replaceAll('\u00a0', ' '),
  );

describe('differences between versions', () => {
  it('are none between equal contents', () => {
    expect(compare(validContent, structuredClone(validContent))).toEqual({ differences: [], matrices: [] });
    expect(compare(hybridContent, structuredClone(hybridContent))).toEqual({ differences: [], matrices: [] });
  });

  it('say fields in words', () => {
    expect(
      plain(
        tariff({
          name: 'Rente Max',
          isInactive: true,
          internalNote: 'Mit dem Vertrieb abgestimmt',
          insurerId: 4,
          maxSecurityFractionPortfolio: 0.25,
          minSecurityValueSavingsPlan: 25,
          costCap: 0.012,
          maximumRiskIndicator: 4,
          continuousOptimization: true,
          optimizationInterval: 4,
          optimizationStart: '2027-01-01',
          optimizationHints: { ...validContent.tariff.optimizationHints, 2: 3 },
          gainNoteLimit: 500,
          switchSaving: 0.005,
          switchPaybackMonths: 12,
        }),
      ),
    ).toEqual([
      'product-type: Kostengrenze im Jahr: null → 1,20 %',
      'product-type: Höchster Risikoindikator (SRI): null → 4',
      'product-type: Laufende Optimierung: Nein → Ja',
      'product-type: Optimierungsintervall: null → vierteljährlich',
      'product-type: Beginn der Optimierung: null → 01.01.2027',
      'product-type: Portfolio sofort anpassen: null → Nein',
      'info: Tarifbezeichnung: Rente Plus → Rente Max',
      'info: Interne Notiz: null → Mit dem Vertrieb abgestimmt',
      'info: Versicherer: null → insurer 4',
      'info: Status: Aktiv → Inaktiv',
      'settings: Portfolio: Höchstanteil je Fonds: 100 % → 25 %',
      'settings: Sparplan: Mindestwert je Fonds: 1,00 € → 25,00 €',
      'optimization-hints-expert: Gewinn ohne Hinweis bis: null → 500,00 €',
      'optimization-hints-expert: Fondstausch: Kostenvorteil im Jahr mindestens: null → 0,50 %',
      'optimization-hints-expert: Fondstausch: Gebühren verdient nach höchstens (Monate): null → 12',
      'optimization-hints: hint 2: Ja → Ja, automatisch einplanen',
    ]);
  });

  it('name funds that came and went, and where the order changed', () => {
    const { selection } = validComponents;
    expect(plain(components({ selection: { ...selection, tariffSelectedFunds: [12, 11, 13] } }))).toEqual([
      'fund-selection: Fonds: null → fund 13',
      'fund-selection: Reihenfolge der Fonds: 1. fund 11 → 1. fund 12',
    ]);
    expect(plain(components({ selection: { ...selection, tariffSelectedFunds: [12] } }))).toEqual([
      'fund-selection: Fonds: fund 11 → null',
    ]);
  });

  it('show the changed rows of matrices in percent', () => {
    const { risk, allocation } = validComponents;
    const allocationItems = validAllocation.allocationItems.map((item) =>
      item.riskClassId === 1 && item.isUsed
        ? { ...item, fraction: item.peergroupId === 21 ? 0.55 : 0.45 }
        : item,
    );
    const changed = components({
      risk: { ...risk, tariffRiskItemsTargets: [3, 8.5, 14] },
      allocation: { ...allocation, allocationItems },
    });
    expect(compare(validContent, changed).matrices).toEqual([
      { kind: 'risk', rows: [{ label: 'Ziel', before: [3, 8, 14], after: [3, 8.5, 14] }] },
      {
        kind: 'allocation',
        rows: [
          { label: 'peergroup 21', before: [60, 33.3, 0], after: [55, 33.3, 0] },
          { label: 'peergroup 22', before: [40, 33.3, 0], after: [45, 33.3, 0] },
        ],
      },
    ]);
    const matrix = { ...validMatrix, securityIds: [11, 12, 13] };
    expect(
      compare(hybridContent, { ...hybridContent, tariff: { ...validHybrid, fundMatrix: matrix } }).matrices,
    ).toEqual([
      { kind: 'fundMatrix', rows: [{ label: 'fund 13', before: [null, null, null], after: [0, 0, 0] }] },
    ]);
  });

  it('say which cells may not be used any more', () => {
    const { allocation } = validComponents;
    const allocationItems = allocation.allocationItems.map((item) => ({
      ...item,
      isUsed: item.fraction > 0,
    }));
    expect(
      plain(
        components({
          allocation: {
            ...allocation,
            allocationItems: [
              ...allocationItems,
              { riskClassId: 3, peergroupId: 22, fraction: 0, isUsed: false },
            ],
          },
        }),
      ),
    ).toEqual([
      'allocation-matrix: Nicht verwendete Felder: peergroup 23 (1) → peergroup 22 (3); peergroup 23 (1)',
    ]);
  });

  it('are the same the other way round', () => {
    const id = fc.integer({ min: 1, max: 6 });
    const content = fc
      .record({
        name: fc.constantFrom('A', 'B'),
        limit: fc.option(fc.constantFrom(1, 2)),
        funds: fc.uniqueArray(id),
        groups: fc.uniqueArray(id),
        targets: fc.array(fc.option(fc.constantFrom(1, 2)), { maxLength: 5 }),
        isHybrid: fc.boolean(),
        tenths: fc.integer({ min: 0, max: 1000 }),
      })
      .map(({ name, limit, funds, groups, targets, isHybrid, tenths }): TariffContent => {
        if (isHybrid) {
          const allocationItems = funds.map((securityId) => ({
            riskClassId: 1,
            securityId,
            fraction: tenths / 1000,
          }));
          return {
            tariff: {
              ...validHybrid,
              name,
              fundMatrix: { ...validMatrix, securityIds: funds, allocationItems },
            },
            components: null,
          };
        }
        const { risk, selection, allocation, universe } = validComponents;
        const allocationItems = groups.map((peergroupId) => ({
          riskClassId: 1,
          peergroupId,
          fraction: tenths / 1000,
          isUsed: peergroupId % 2 === 0,
        }));
        return {
          tariff: { ...validContent.tariff, name, gainNoteLimit: limit },
          components: {
            risk: { ...risk, tariffRiskItemsTargets: targets },
            selection: { ...selection, tariffSelectedFunds: funds },
            universe: { ...universe, tariffUniverseItems: funds },
            allocation: {
              ...allocation,
              peergroupIds: groups,
              allocationItems,
              relationships: groups.map((peergroupId) => ({ peergroupId, relatedPeergroupIds: funds })),
            },
          },
        };
      });
    const turned = <Item extends { before: unknown; after: unknown }>(items: readonly Item[]) =>
      items.map((item) => ({ ...item, before: item.after, after: item.before }));
    const sorted = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).sort();
    fc.assert(
      fc.property(content, content, (a, b) => {
        const there = compare(a, b);
        const back = compare(b, a);
        expect(turned(back.differences)).toEqual(there.differences);
        expect(back.matrices.map(({ kind }) => kind)).toEqual(there.matrices.map(({ kind }) => kind));
        for (const [index, { rows }] of back.matrices.entries()) {
          expect(sorted(turned(rows))).toEqual(
            sorted((there.matrices[index]?.rows ?? []).map(({ label, ...row }) => ({ label, ...row }))),
          );
        }
        expect(compare(a, structuredClone(a))).toEqual({ differences: [], matrices: [] });
      }),
    );
  });
});
