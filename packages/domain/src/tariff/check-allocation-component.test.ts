import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkAllocationMatrix,
  checkPeergroups,
  checkRelationships,
  withManualAllocation,
  withPeergroups,
  withRiskComponent,
} from './check-allocation-component.ts';
import { emptyComponent } from './empty-drafts.ts';
import { found, said, validAllocation, withFirst } from './fixtures/valid-drafts.ts';

const empty = emptyComponent('allocation');

describe('peer groups', () => {
  it('asks for at least one, none twice', () => {
    expect(checkPeergroups(validAllocation)).toEqual([]);
    expect(found(checkPeergroups(empty))).toEqual(['peergroupIds: peergroupsRequired']);
    expect(found(checkPeergroups({ ...empty, peergroupIds: [1, 2, 1] }))).toEqual([
      'peergroupIds: duplicate',
    ]);
  });

  it('takes relationships from chosen groups to others', () => {
    const related = (peergroupId: number, relatedPeergroupIds: number[]) => ({
      ...validAllocation,
      relationships: [{ peergroupId, relatedPeergroupIds }],
    });
    expect(checkRelationships(validAllocation)).toEqual([]);
    expect(found(checkRelationships(related(99, [21])))).toEqual([
      'relationships.peergroup99: unknownPeergroup',
    ]);
    expect(found(checkRelationships(related(21, [22, 21, 22])))).toEqual([
      'relationships.peergroup21: relatedToItself',
      'relationships.peergroup21: duplicate',
    ]);
    expect(
      found(
        checkRelationships({
          ...validAllocation,
          relationships: validAllocation.relationships.concat(validAllocation.relationships),
        }),
      ),
    ).toEqual(['relationships: duplicate']);
  });

  it('takes shares and relationships of a removed group along', () => {
    const without = withPeergroups(validAllocation, [22, 23, 24]);
    expect(without.relationships).toEqual([]);
    expect(without.allocationItems.map(({ peergroupId }) => peergroupId)).not.toContain(21);
    expect(withPeergroups(validAllocation, validAllocation.peergroupIds)).toEqual(validAllocation);
  });
});

describe('allocation matrix', () => {
  it('finds nothing where every column is full', () => {
    expect(checkAllocationMatrix(validAllocation, 3)).toEqual([]);
  });

  it('asks for risk component and allocation type', () => {
    expect(found(checkAllocationMatrix(empty, null))).toEqual([
      'riskComponent: required',
      'allocationType: required',
    ]);
    expect(found(checkAllocationMatrix({ ...validAllocation, allocationType: 9 }, 3))).toEqual([
      'allocationType: unknownValue',
    ]);
  });

  it('says what a column sums to instead of 100', () => {
    const issues = checkAllocationMatrix(
      {
        ...validAllocation,
        allocationItems: withFirst(validAllocation.allocationItems, { fraction: 0.599 }),
      },
      5,
    );
    expect(found(issues)).toEqual([
      'allocationItems.class1: columnSum',
      'allocationItems.class4: columnSum',
      'allocationItems.class5: columnSum',
    ]);
    expect(said(issues)[0]).toBe('Die Spalte der Klasse 1 ergibt 99,9 % statt 100 %.');
  });

  it.each([
    { change: { fraction: 1.001 }, code: 'shareRange' },
    { change: { fraction: -0.001 }, code: 'shareRange' },
    { change: { fraction: 0.6001 }, code: 'precision' },
    { change: { isUsed: false }, code: 'unusedNotZero' },
  ])('refuses a cell: $code', ({ change, code }) => {
    expect(
      found(
        checkAllocationMatrix(
          { ...validAllocation, allocationItems: withFirst(validAllocation.allocationItems, change) },
          3,
        ),
      ),
    ).toContain(`allocationItems.class1.peergroup21: ${code}`);
  });

  it('refuses cells of unknown groups and classes, and cells said twice', () => {
    const cell = { riskClassId: 4, peergroupId: 77, fraction: 0, isUsed: true };
    expect(
      found(
        checkAllocationMatrix(
          {
            ...validAllocation,
            allocationItems: [
              ...validAllocation.allocationItems,
              cell,
              { ...cell, riskClassId: 1, peergroupId: 21 },
            ],
          },
          3,
        ),
      ),
    ).toEqual([
      'allocationItems.class4.peergroup77: unknownClass',
      'allocationItems.class4.peergroup77: unknownPeergroup',
      'allocationItems.class1.peergroup21: duplicate',
    ]);
  });

  it('is valid exactly when every column gives 1,000 tenths', () => {
    const tenths = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 2, maxLength: 2 });
    const column = fc.oneof(
      tenths,
      tenths.map(([first = 0]) => [first, 1000 - first]),
    );
    fc.assert(
      fc.property(fc.array(column, { minLength: 3, maxLength: 3 }), (columns) => {
        const allocationItems = columns.flatMap((cells, classIndex) =>
          cells.map((value, index) => ({
            riskClassId: classIndex + 1,
            peergroupId: 21 + index,
            fraction: value / 1000,
            isUsed: true,
          })),
        );
        const wrong = columns.flatMap(([first = 0, second = 0], index) =>
          first + second === 1000 ? [] : [`allocationItems.class${index + 1}: columnSum`],
        );
        expect(found(checkAllocationMatrix({ ...validAllocation, allocationItems }, 3))).toEqual(wrong);
      }),
    );
  });

  it('drops the classes another risk component does not have', () => {
    const shorter = withRiskComponent(validAllocation, 'other', 2);
    expect(shorter.riskComponent).toBe('other');
    expect(new Set(shorter.allocationItems.map(({ riskClassId }) => riskClassId))).toEqual(new Set([1, 2]));
    expect(withRiskComponent(validAllocation, null, null).allocationItems).toEqual([]);
  });

  it('empties cells that are not used when it goes back to manual mode', () => {
    const automatic = {
      ...withManualAllocation(validAllocation, false),
      allocationItems: [
        { riskClassId: 1, peergroupId: 21, fraction: 0.4, isUsed: false },
        { riskClassId: 1, peergroupId: 22, fraction: 0.6, isUsed: true },
      ],
    };
    expect(automatic.isManual).toBe(false);
    expect(withManualAllocation(automatic, true).allocationItems.map(({ fraction }) => fraction)).toEqual([
      0, 0.6,
    ]);
    expect(withManualAllocation(automatic, false)).toBe(automatic);
  });
});
