import type { ComponentDrafts, ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import type { Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Services } from '../../../platform/services.ts';
import type { SignInKeys } from '../../../platform/sign-in-keys.ts';

/** What files of tariffs need besides: the installation's key, and the area that writes components. */
export interface TariffFileServices extends Services {
  readonly keys: Pick<SignInKeys, 'tariffFile'>;
  /** Checks and inserts a component, recorded in the log; answers its id. */
  readonly insertComponent: <Kind extends ComponentKind>(
    transaction: Transaction<Schema>,
    context: SignedInContext,
    kind: Kind,
    draft: ComponentDrafts[Kind],
  ) => Promise<string>;
}
