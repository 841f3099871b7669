import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupRights, permissionCodes } from '@depotwerk/domain/permissions';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';
import pg from 'pg';
import { fillDemoDatabase } from '../apps/demo/src/fill-demo-database.ts';
import { readInputOf } from '../apps/server/src/areas/optimization/advice-input.view.ts';
import { TariffData } from '../apps/server/src/areas/optimization/tariff-data.ts';
import {
  connectionConfig,
  type DatabaseTarget,
  unlimited,
} from '../apps/server/src/platform/database/connection.ts';
import { Database } from '../apps/server/src/platform/database/database.ts';
import { AppError } from '../apps/server/src/platform/http/app-error.ts';
import { openDatabase } from '../apps/server/src/platform/open-database.ts';
import { buildScope } from '../apps/server/src/platform/scope.ts';

/** Last day of the demo world the audit reads: always the same, so that its figures can be compared. */
const anchorDate = '2026-11-20';

/** A contract of the demo world with what its check and its plans are made from. */
export interface DemoContract {
  readonly key: string;
  readonly input: AdviceInput;
}

/**
 * Every contract of the demo world that can be planned, read by the product's own code from an embedded database.
 *
 * @param folder where that database is kept for the next time; null = a temporary one, gone afterwards
 */
export async function readDemoAdvice(folder: string | null): Promise<DemoContract[]> {
  const dataDirectory = folder ?? (await mkdtemp(join(tmpdir(), 'depotwerk-audit-')));
  try {
    const fill = async (target: DatabaseTarget) => {
      await fillDemoDatabase(target, { anchorDate });
    };
    const { target, close } = await openDatabase(
      { databaseUrl: null, dataDirectory },
      { mayJoin: false, fill },
    );
    try {
      return await readContracts(target);
    } finally {
      await close();
    }
  } finally {
    if (folder === null) await rm(dataDirectory, { recursive: true, force: true });
  }
}

async function readContracts(target: DatabaseTarget): Promise<DemoContract[]> {
  const owner = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  const database = new Database(target);
  await owner.connect();
  try {
    const { rows } = await owner.query<{ tenantId: string; id: string; key: string }>(
      `select tenant_id as "tenantId", id, external_key as key from contracts
        where deleted_at is null and risk_class_id is not null order by tenant_id, external_key`,
    );
    const { rows: groups } = await owner.query<{
      tenantId: string;
      id: string;
      parentGroupId: string | null;
    }>('select tenant_id as "tenantId", id, parent_group_id as "parentGroupId" from groups');
    const { rows: users } = await owner.query<{ tenantId: string; id: string }>(
      'select distinct on (tenant_id) tenant_id as "tenantId", id from users order by tenant_id, id',
    );
    const tariffs = new TariffData(database);
    const scopes = new Map(
      users.map(({ tenantId, id }) => {
        const own = groups.filter((group) => group.tenantId === tenantId);
        const memberships = own.map((group) => ({ groupId: group.id, groupRights }));
        const person = { tenantId, userId: id, ownCustomerId: null, permissions: permissionCodes };
        return [tenantId, buildScope({ ...person, groups: own, memberships })] as const;
      }),
    );
    const contracts: DemoContract[] = [];
    for (const { tenantId, id, key } of rows) {
      const scope = scopes.get(tenantId);
      if (!scope) continue;
      try {
        const { input } = await readInputOf({ database }, tariffs, scope, id, anchorDate);
        contracts.push({ key, input });
      } catch (error) {
        // Without portfolio or classes there is nothing to plan.
        if (!(error instanceof AppError)) throw error;
      }
    }
    return contracts;
  } finally {
    await owner.end();
    await database.close();
  }
}
