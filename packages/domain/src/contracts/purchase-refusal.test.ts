import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PurchaseBan, profileGapText, purchaseRefusal } from './purchase-refusal.ts';

const nothing: PurchaseBan = {
  unprofiled: [],
  excluded: [],
  unmeant: [],
  unsustainable: [],
  unoffered: [],
};
const excluded = {
  fundId: 1,
  fundName: 'Weltfonds',
  holderName: 'Elif Krüger',
  kind: 'region',
  excluded: 'japan',
} as const;

describe('why a purchase is refused', () => {
  it('is said by nothing where nothing forbids it', () => {
    expect(purchaseRefusal(nothing)).toBeNull();
  });

  it('names holder, fund and reason, and what to do', () => {
    expect(purchaseRefusal({ ...nothing, excluded: [excluded] })).toBe(
      'Elif Krüger schließt Weltfonds aus (Region Japan). Bitte nehmen Sie den Fonds heraus oder wählen Sie einen anderen. Einen Ausschluss ändert nur ein neues Risikoprofil.',
    );
    const unsustainable = [{ fundId: 1, fundName: 'Weltfonds', holderNames: ['Elif Krüger', 'Jana Weber'] }];
    expect(purchaseRefusal({ ...nothing, unsustainable })).toBe(
      'Weltfonds passt nicht zur Nachhaltigkeitspräferenz von Elif Krüger, Jana Weber. Bitte nehmen Sie den Fonds heraus oder wählen Sie einen anderen. Eine Nachhaltigkeitspräferenz ändert nur ein neues Risikoprofil.',
    );
    const unoffered = [{ fundId: 1, text: 'Weltfonds ist geschlossen.' }];
    expect(purchaseRefusal({ ...nothing, unoffered })).toBe(
      'Weltfonds ist geschlossen. Bitte nehmen Sie den Fonds heraus oder wählen Sie einen anderen.',
    );
    const unmeant = { fundId: 1, fundName: 'Weltfonds', holderNames: ['Elif Krüger', 'Jana Weber'] };
    expect(
      purchaseRefusal({ ...nothing, unmeant: [{ ...unmeant, dimensions: ['Verlusttragfähigkeit'] }] }),
    ).toBe(
      'Für Weltfonds gilt der negative Zielmarkt (Verlusttragfähigkeit): Elif Krüger, Jana Weber. Bitte nehmen Sie den Fonds heraus oder wählen Sie einen anderen.',
    );
    expect(
      purchaseRefusal({
        ...nothing,
        unmeant: [{ ...unmeant, holderNames: [], dimensions: ['Kenntnisse und Erfahrungen'] }],
      }),
    ).toBe(
      'Für Weltfonds gilt der negative Zielmarkt (Kenntnisse und Erfahrungen), wenn alle Vertragsinhaber gemeinsam betrachtet werden. Bitte nehmen Sie den Fonds heraus oder wählen Sie einen anderen.',
    );
    expect(
      purchaseRefusal({ ...nothing, unmeant: [{ ...unmeant, dimensions: ['Kundentyp', 'Vertriebsweg'] }] }),
    ).toMatch(/^Weltfonds ist nicht für Privatkunden bestimmt\. Bitte/);
    expect(
      purchaseRefusal({
        ...nothing,
        unprofiled: [
          { holderName: 'Elif Krüger', endedOn: null },
          { holderName: 'Jana Weber', endedOn: '2026-01-31' },
        ],
      }),
    ).toBe(
      'Von Elif Krüger liegt kein gültiges Risikoprofil vor. Das Risikoprofil von Jana Weber ist seit dem 31.01.2026 abgelaufen. Bitte erheben Sie diese Profile im Vertrag. Ohne die Profile aller Vertragsinhaber wird nichts empfohlen, auch kein Verkauf.',
    );
  });

  it.each([
    [[null], 'Bitte erheben Sie es im Vertrag.'],
    [['2026-01-31'], 'Bitte erheben Sie es im Vertrag neu.'],
    [[null, null], 'Bitte erheben Sie diese Profile im Vertrag.'],
    [['2026-01-31', '2025-01-31'], 'Bitte erheben Sie diese Profile im Vertrag neu.'],
  ])('asks for profiles that ended on %j as for what they are', (ends, sentence) => {
    const text = profileGapText(ends.map((endedOn) => ({ holderName: 'Elif Krüger', endedOn })));
    expect(text).toContain(` ${sentence} Ohne die Profile aller`);
  });

  it('names everybody and every fund there is', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{2,8}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(name, name), { minLength: 1 }), (pairs) => {
        const text = purchaseRefusal({
          ...nothing,
          excluded: pairs.map(([fundName, holderName]) => ({ ...excluded, fundName, holderName })),
        });
        for (const [fundName, holderName] of pairs)
          expect(text).toContain(`${holderName} schließt ${fundName} aus`);
      }),
    );
  });
});
