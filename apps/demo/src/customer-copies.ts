import type { DemoUser } from './organisation.ts';
import type { Person } from './people.ts';

/** What a contract repeats of its customer. */
export interface CustomerCopies {
  readonly id: string;
  readonly groupId: string | null;
  readonly person: Person;
  readonly sortName: string;
  readonly adviser: DemoUser | null;
  readonly iban: string;
  readonly externalKey: string;
  readonly sustainableShare: number | null;
}
