import type { CallAnswer } from '@depotwerk/api/call';
import type { getTariffVersion, Tariff, TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { afterEach, expect } from 'vitest';
import { adviceHouse } from './advice-house.ts';
import { type AdviceWorld, anchorDate } from './advice-world.ts';
import { startedForTests } from './started-for-tests.ts';
import { approverRights, editorRights, newTariffBody } from './tariff-bodies.ts';

export interface Refusal {
  code: string;
  params?: Record<string, unknown> & { messages?: { code: string; text: string; step: string }[] };
  validation?: { path: string; code: string }[];
}

export type VersionVerb =
  | 'submit'
  | 'withdraw'
  | 'approve'
  | 'reject'
  | 'publish'
  | 'rollback'
  | 'renew'
  | 'discard';
export const oneDay = 86_400_000;

/** The day so many days after the last of the demo world. */
export const dayAfter = (days: number) =>
  new Date(Date.parse(anchorDate) + days * oneDay).toISOString().slice(0, 10);

export const described = (description: string) => (tariff: TariffDraft) => ({ ...tariff, description });

/** People who work on tariffs of the demo world, and the calls they make. */
export async function createTariffSteps(world: AdviceWorld) {
  const editor = await world.caller({ permissions: editorRights });
  const approver = await world.caller({ permissions: approverRights });
  /** May do everything. */
  const both = await world.caller();
  let keys = 0;

  const take = (
    token: string,
    id: string,
    verb: VersionVerb,
    versionNumber: number,
    more: Record<string, unknown> = { comment: 'Begründung' },
    headers = {},
  ) =>
    world.call<TariffVersion & Refusal>(
      token,
      'POST',
      `/tariffs/${id}/${verb}`,
      { versionNumber, ...more },
      headers,
    );
  const get = async (id: string) => (await world.call<Tariff>(both, 'GET', `/tariffs/${id}`)).body;
  const save = async (id: string, change: (tariff: TariffDraft) => TariffDraft, token = editor) => {
    const before = await get(id);
    return world.call<Tariff & Refusal>(token, 'PUT', `/tariffs/${id}`, change(before.tariff), {
      'if-match': `"${before.rowVersion}"`,
    });
  };
  return {
    editor,
    approver,
    both,
    take,
    get,
    save,
    versionsOf: async (id: string) =>
      (await world.call<TariffVersion[]>(both, 'GET', `/tariffs/${id}/versions`)).body,
    contentOf: async (id: string, versionNumber: number) =>
      (
        await world.call<CallAnswer<typeof getTariffVersion>>(
          both,
          'GET',
          `/tariffs/${id}/versions/${versionNumber}`,
        )
      ).body,
    /** A tariff of its own with its first version as draft; names the components of a demo tariff. */
    newTariff: async (condition = 't.tariff_type_id < 7') => {
      keys += 1;
      const body = await newTariffBody(world, editor, condition, `V-${keys}`);
      const created = await world.call<Tariff>(editor, 'POST', '/tariffs', body);
      expect(created.status).toBe(201);
      return created.body.id;
    },
    publishNow: async (id: string, versionNumber: number, validFrom = anchorDate) => {
      const steps = [
        await take(editor, id, 'submit', versionNumber),
        await take(approver, id, 'approve', versionNumber),
        await take(approver, id, 'publish', versionNumber, { validFrom }),
      ];
      expect(steps.map(({ status, body }) => [status, body.code, body.params])).toEqual(
        steps.map(() => [200, undefined, undefined]),
      );
    },
    /** What lists and choices show of it. */
    rowOf: async (id: string) => {
      const { rows } = await world.owner.query<{ n: number | null; description: string }>(
        `select published_version_number as n, description from tariffs where id = $1`,
        [id],
      );
      return rows[0];
    },
    /** Makes the bands of a risk component wider, or narrower again. */
    widenBands: async (componentId: string | null, by: number) => {
      await world.owner.query('update risk_items set range = range + $2 where component_id = $1', [
        componentId,
        by,
      ]);
    },
  };
}

/** `adviceHouse` with people who work on tariffs; a test ends without a failure in the log and on the day it began. */
export function tariffHouse(...asked: Parameters<typeof adviceHouse>) {
  const { db, world } = adviceHouse(...asked);
  const steps = startedForTests(async () => ({
    ...(await createTariffSteps(world)),
    stop: () => Promise.resolve(),
  }));
  afterEach(() => {
    world.expectNoFailure();
    world.later = 0;
  });
  return { db, world, steps };
}
