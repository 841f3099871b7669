import type { FieldIssue } from '@depotwerk/domain/master-data/field-issue';
import type { FieldRow, Holding } from '@depotwerk/domain/master-data/field-table';
import type { Transaction } from 'kysely';
import type { Schema } from './database/schema.ts';
import type { SignedInContext } from './http/request-context.ts';
import { versioned } from './http/route.ts';
import {
  createMasterData,
  type Details,
  deleteMasterData,
  type MasterDataKind,
  putMasterData,
} from './master-data.ts';
import type { Services } from './services.ts';

interface OwnRules<Stored, Body> {
  /** Id of the call that adds one; the same key of a repetition counts within it. */
  readonly createCall: string;
  readonly check: (body: Body) => readonly FieldIssue[];
  /** What is kept of what was sent; default all. */
  readonly kept?: (body: Body) => Body;
  /** Looks for what the database cannot refuse; `id` and `before` are null for a new one. */
  readonly claim?: (
    transaction: Transaction<Schema>,
    body: Body,
    id: number | null,
    before: Stored | null,
  ) => Promise<void>;
  /** Writes what belongs to it. */
  readonly finish?: (
    transaction: Transaction<Schema>,
    context: SignedInContext,
    id: number,
    body: Body,
  ) => Promise<Details>;
  /** Looks for what refers to it and no foreign key watches. */
  readonly refuseDelete?: (transaction: Transaction<Schema>, id: number) => Promise<void>;
}

/**
 * What the routes of a kind of master data are bound to: reading one, adding, changing and deleting one.
 * @throws 400 with the fields that are wrong, 403, 404, 409 for the refusals of its kind, 412 with the stored version
 */
export function masterDataVerbs<
  Stored extends { readonly rowVersion: number },
  Row extends FieldRow,
  Body extends Holding<Row>,
>(
  services: Services,
  kindFor: (context: SignedInContext) => MasterDataKind<Stored, Row>,
  { createCall, check, kept = (body) => body, claim, finish, refuseDelete }: OwnRules<Stored, Body>,
) {
  return {
    get: async (context: SignedInContext, { params }: { params: { id: number } }) =>
      versioned(await kindFor(context).read(services, context.scope, params.id)),
    create: async (context: SignedInContext, input: { body: Body }) => {
      const body = kept(input.body);
      const stored = await createMasterData(services, context, kindFor(context), {
        call: createCall,
        body,
        issues: check(input.body),
        ...(claim && { claim: (transaction) => claim(transaction, body, null, null) }),
        ...(finish && { finish: (transaction, id) => finish(transaction, context, id, body) }),
      });
      return versioned(stored);
    },
    put: async (context: SignedInContext, input: { params: { id: number }; body: Body }) => {
      const body = kept(input.body);
      const { id } = input.params;
      const stored = await putMasterData(services, context, kindFor(context), {
        id,
        body,
        check: () => check(input.body),
        ...(claim && { claim: (transaction, before) => claim(transaction, body, id, before) }),
        ...(finish && { finish: (transaction) => finish(transaction, context, id, body) }),
      });
      return versioned(stored);
    },
    remove: async (context: SignedInContext, { params: { id } }: { params: { id: number } }) => {
      const refuse = refuseDelete && ((transaction: Transaction<Schema>) => refuseDelete(transaction, id));
      await deleteMasterData(services, context, kindFor(context), id, refuse);
      return {};
    },
  };
}
