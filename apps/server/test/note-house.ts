import type { Note, NotePage } from '@depotwerk/api/notes/notes';
import type { WorkbenchTask } from '@depotwerk/api/workbench/workbench';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, expect } from 'vitest';
import { noteRoutes } from '../src/areas/notes/routes.ts';
import { notificationRoutes } from '../src/areas/notifications/routes.ts';
import { followTaskChanges } from '../src/areas/workbench/follow-changes.ts';
import { workbenchRoutes } from '../src/areas/workbench/routes.ts';
import { houseZone, todayIn } from '../src/platform/http/client-zone.ts';
import { CountCache } from '../src/platform/lists/count-cache.ts';
import { addMember } from './add-member.ts';
import { codeOf, contractHouse } from './contract-house.ts';
import { north, tenantA } from './contract-world.ts';

const settings = { isDemo: true, publicOrigin: 'https://depotwerk.example', bankUrl: null };

/** What a member needs in a group to note something there. */
export const noteRights = ['groupContracts.view', 'groupCustomers.view', 'groupCustomers.edit'] as const;
export const without = (...codes: string[]) => permissionCodes.filter((code) => !codes.includes(code));
/** Today where the house is. */
export const today = todayIn(houseZone, new Date());

/** A house with two advisers of one group, a customer and her contract, and the calls of notes, tasks and notifications. */
export function noteHouse() {
  const house = contractHouse((services) => [
    ...noteRoutes(services),
    ...notificationRoutes({ ...services, settings }),
    ...workbenchRoutes(services, new CountCache(Date.now), () => {}),
  ]);
  const { test: db, world, server, tariff, post } = house;
  /** Known once the tests run; `anna` may not give work to others. */
  const known = { anna: '', bert: '', customerId: '', contractId: '' };
  beforeAll(async () => {
    known.anna = await addMember(house, north, without('workbench.assign'), noteRights);
    known.bert = await addMember(house, north, permissionCodes, noteRights);
    known.customerId = (await world.addCustomer(tenantA, { lastName: 'Notiert' })).id;
    known.contractId = await world.addContract(tenantA, known.customerId, tariff);
  });

  const of = (id = known.customerId) => `/customers/${id}/notes`;
  const write = (token: string, body: object, path = of()) =>
    post(token, path, { text: 'Ruft im März zurück', visibility: 'group', ...body });
  const page = async (token: string, path = of()) => (await server.get(token, path)).body as NotePage;
  return {
    ...house,
    known,
    of,
    write,
    page,
    written: async (token: string, body: object, path = of()): Promise<Note> => {
      const answer = await write(token, body, path);
      expect([answer.status, codeOf(answer)[1]]).toEqual([201, undefined]);
      return answer.body as Note;
    },
    put: (token: string, note: Note, body: object) =>
      server.call(token, 'PUT', `/notes/${note.id}`, {
        body: { text: note.text, visibility: note.visibility, ...body },
        headers: { 'if-match': `"${note.rowVersion}"` },
      }),
    remove: (token: string, note: Note) =>
      server.call(token, 'DELETE', `/notes/${note.id}`, { headers: { 'if-match': `"${note.rowVersion}"` } }),
    idsOf: async (token: string, path = of()) => (await page(token, path)).notes.map(({ id }) => id),
    faultsOf: ({ body }: { body: unknown }) =>
      (body as { validation?: { path: string; code: string }[] }).validation?.map(
        ({ path, code }) => `${path} ${code}`,
      ),
    tasksOf: async (token: string, status = 'open') => {
      await followTaskChanges({ database: db.database, clock: Date.now, forgetCounts: () => {} });
      const path = `/workbench/tasks?taskType=followUp&status=${status}&pageSize=250`;
      return (await server.get(token, path)).body as WorkbenchTask[];
    },
  };
}
