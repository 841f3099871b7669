import type { adviceInput, planChoices } from '@depotwerk/api/optimization/advice';
import type { AdviceInput, PlanChoices } from '@depotwerk/engine/advice/advice-input';
import { expectTypeOf, it } from 'vitest';
import type * as z from 'zod/mini';

/** A shape with nothing in it to be written, so that both can be compared. */
type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;

/** The engine runs without anything else and so says itself what it takes; the type check refuses a member that only one of both has. */
it('takes what the call of its input carries, member by member', () => {
  expectTypeOf<Frozen<AdviceInput>>().toEqualTypeOf<Frozen<z.output<typeof adviceInput>>>();
  expectTypeOf<Frozen<PlanChoices>>().toEqualTypeOf<Frozen<z.output<typeof planChoices>>>();
});
