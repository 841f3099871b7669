import { openLookStates } from '@depotwerk/domain/continuous-optimization/continuous-plan';
import { quotedList } from '../../../platform/database/quoted-list.ts';

const oneOf = (states: readonly string[]) => (state: string) => `(${state} in (${quotedList(states)}))`;

/** SQL: whether the plan of a look is there to be decided about or carried out; of an expression of its state. */
export const isLookOpenSql = oneOf(openLookStates);

/** SQL: what a look `k` that is made anew remembers of a release, which was for its former orders; before its decision is cleared. */
export const rememberReleaseSql = `released_before_by = case when k.state = 'released' then k.decided_by else k.released_before_by end,
  released_before_at = case when k.state = 'released' then k.decided_at else k.released_before_at end`;

/** SQL: the same, or the contract was skipped: a look that a later one, or the contract's end, takes the place of. */
export const isLookUnsettledSql = oneOf([...openLookStates, 'skipped']);
