import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOpenOrder, openOrderStates } from '@depotwerk/domain/contracts/trader-order-states';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mayResend,
  nextOrder,
  type OrderKnowledge,
  type OrderState,
  secondsUntilNextQuestion,
} from './order-states.ts';

type BankState = 'accepted' | 'executed' | 'partlyExecuted' | 'rejected';

/** What may go wrong with one call; `never` = the request does not arrive, `after` = the work is done first. */
const faults = [
  'none',
  'resetBefore',
  'errorBefore',
  'hangBefore',
  'lostAfter',
  'brokenAfter',
  'truncatedAfter',
  'htmlAfter',
  'errorAfter',
  'duplicated',
  'late',
  'refused',
] as const;
type Fault = (typeof faults)[number];

const prepared: OrderKnowledge = { state: 'prepared', answer: null };

/** A bank that books an id once, and may hold a request back for a while. */
class ModelBank {
  readonly booked = new Map<string, number>();
  state: BankState | null = null;
  #isHeldBack = false;
  readonly #outcome: BankState;

  constructor(outcome: BankState) {
    this.#outcome = outcome;
  }

  place(id: string): BankState {
    this.#isHeldBack = false;
    if (this.state === null) {
      this.booked.set(id, (this.booked.get(id) ?? 0) + 1);
      this.state = this.#outcome;
    }
    return this.state;
  }

  holdBack(): void {
    this.#isHeldBack = true;
  }

  /** Time goes by: what was held back is placed, what was accepted is executed. */
  tick(id: string): void {
    if (this.#isHeldBack) this.place(id);
    if (this.state === 'accepted') this.state = 'executed';
  }
}

/** The product's side, exactly as send-order and reconcile-order drive the state machine. */
function send(known: OrderKnowledge, bank: ModelBank, fault: Fault): OrderKnowledge {
  const leaving = nextOrder(known, { kind: 'sending' });
  switch (fault) {
    case 'none':
      return nextOrder(leaving, { kind: 'told', bankState: bank.place('id') });
    case 'duplicated':
      bank.place('id');
      return nextOrder(leaving, { kind: 'told', bankState: bank.place('id') });
    case 'refused':
      return nextOrder(leaving, { kind: 'refused' });
    case 'late':
      bank.holdBack();
      return nextOrder(leaving, { kind: 'lost' });
    case 'resetBefore':
    case 'errorBefore':
    case 'hangBefore':
      return nextOrder(leaving, { kind: 'lost' });
    default:
      bank.place('id');
      return nextOrder(leaving, { kind: 'lost' });
  }
}

function reconcile(
  known: OrderKnowledge,
  bank: ModelBank,
  [ask, again]: readonly [Fault, Fault],
): OrderKnowledge {
  if (ask !== 'none') return nextOrder(known, { kind: 'lost' });
  if (bank.state !== null) return nextOrder(known, { kind: 'told', bankState: bank.state });
  return mayResend(known) ? send(known, bank, again) : known;
}

const outcome = fc.constantFrom<BankState>('accepted', 'executed', 'partlyExecuted', 'rejected');
const fault = fc.constantFrom(...faults);
/** Whatever goes wrong, one day a question and its answer get through. */
const quiet: readonly [Fault, Fault] = ['none', 'none'];

const settledAs: Record<BankState, OrderState> = {
  accepted: 'confirmed',
  executed: 'confirmed',
  partlyExecuted: 'partlyConfirmed',
  rejected: 'refused',
};

describe('the states of an execution', () => {
  it('under 11 faults and any interleaving: never doubled, never stuck, never hidden', () => {
    fc.assert(
      fc.property(
        outcome,
        fault,
        fc.array(fc.tuple(fault, fault), { maxLength: 50 }),
        (bankOutcome, first, rounds) => {
          const bank = new ModelBank(bankOutcome);
          let known = send(prepared, bank, first);
          for (const round of rounds) {
            bank.tick('id');
            if (isOpenOrder(known.state)) known = reconcile(known, bank, round);
            expect(bank.booked.get('id') ?? 0).toBeLessThanOrEqual(1);
            // Settled as something only on the bank's own word.
            expect(known.state !== 'confirmed' || bank.state === 'executed').toBe(true);
            expect(known.state !== 'partlyConfirmed' || bank.state === 'partlyExecuted').toBe(true);
          }
          for (let round = 0; round < 3; round += 1) {
            bank.tick('id');
            // Settled orders are compared with the books as well.
            known = isOpenOrder(known.state)
              ? reconcile(known, bank, quiet)
              : bank.state === null
                ? known
                : nextOrder(known, { kind: 'told', bankState: bank.state });
          }
          expect(isOpenOrder(known.state)).toBe(false);
          expect(known.state).toBe(bank.state === null ? 'refused' : settledAs[bank.state]);
          expect(bank.booked.get('id') ?? 0).toBe(bank.state === null ? 0 : 1);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each<[OrderKnowledge, Parameters<typeof nextOrder>[1], OrderState]>([
    [prepared, { kind: 'sending' }, 'sent'],
    [prepared, { kind: 'lost' }, 'prepared'],
    [{ state: 'sent', answer: null }, { kind: 'sending' }, 'sent'],
    [{ state: 'sent', answer: null }, { kind: 'lost' }, 'unknown'],
    [{ state: 'sent', answer: 'accepted' }, { kind: 'lost' }, 'sent'],
    [{ state: 'sent', answer: 'accepted' }, { kind: 'refused' }, 'sent'],
    [{ state: 'unknown', answer: null }, { kind: 'sending' }, 'unknown'],
    [{ state: 'unknown', answer: null }, { kind: 'refused' }, 'refused'],
    [{ state: 'unknown', answer: null }, { kind: 'told', bankState: 'accepted' }, 'sent'],
    [{ state: 'confirmed', answer: 'executed' }, { kind: 'lost' }, 'confirmed'],
    [{ state: 'confirmed', answer: 'executed' }, { kind: 'refused' }, 'confirmed'],
    [{ state: 'refused', answer: null }, { kind: 'told', bankState: 'executed' }, 'confirmed'],
  ])('%o and %o: %s', (known, event, expected) => {
    expect(nextOrder(known, event).state).toBe(expected);
  });

  it('sends again only what the bank never acknowledged', () => {
    expect(mayResend(prepared)).toBe(true);
    expect(mayResend({ state: 'unknown', answer: null })).toBe(true);
    expect(mayResend({ state: 'sent', answer: 'accepted' })).toBe(false);
    expect(mayResend({ state: 'refused', answer: null })).toBe(false);
    expect(mayResend({ state: 'confirmed', answer: 'executed' })).toBe(false);
  });

  it('asks again within 20 seconds, however long it has been', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 1000].map(secondsUntilNextQuestion)).toEqual([1, 2, 4, 8, 16, 20, 20, 20]);
  });
});

it('statements call the same executions open as the rule does', () => {
  const root = join(import.meta.dirname, '../../..');
  const lists = globSync('**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/state in \(('prepared'[^)]*)\)/g)].map(
      ([, list]) => list,
    ),
  );
  expect(lists.length).toBeGreaterThan(8);
  expect([...new Set(lists)]).toEqual([openOrderStates.map((state) => `'${state}'`).join(', ')]);
});
