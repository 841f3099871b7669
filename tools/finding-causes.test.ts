import { findingCauses } from '@depotwerk/domain/finding-causes';
import { findingCauses as causesOfTheEngine } from '@depotwerk/engine/check/group-findings';
import { expect, it } from 'vitest';

it('tells every cause the engine finds, in its order: the engine has no dependency and names them itself', () => {
  expect(findingCauses).toEqual(causesOfTheEngine);
});
