import { overdrawnText } from '@depotwerk/domain/hint-text';
import { closedFundText } from '@depotwerk/domain/master-data/closed-fund-text';
import { fundStatuses } from '@depotwerk/domain/master-data/fund-status';
import * as engine from '@depotwerk/engine/texts/told-alike';
import { expect, it } from 'vitest';

it('says of a fund that takes no money any more what its hint says', () => {
  const asked = fundStatuses.flatMap((status) =>
    [null, 'Fonds B'].map((successor) => ['Fonds A', status, successor] as const),
  );
  expect(asked.map((each) => engine.closedFundText(...each))).toEqual(
    asked.map((each) => closedFundText(...each)),
  );
  expect(asked).not.toHaveLength(0);
});

it('says of an overdrawn account what its hint says', () => {
  expect(engine.overdrawnText('12,00 €')).toBe(overdrawnText('12,00 €'));
});
