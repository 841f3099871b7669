import { readFileSync } from 'node:fs';
import type { CallAnswer } from '@depotwerk/api/call';
import type { compareTariffVersions } from '@depotwerk/api/tariffs/tariff-comparison';
import type { TariffContent } from '@depotwerk/domain/tariff/tariff-drafts';
import { expect, it } from 'vitest';
import { tariffIdWhere } from '../../../test/tariff-bodies.ts';
import { dayAfter, described, oneDay, tariffHouse } from '../../../test/tariff-steps.ts';

/**
 * Contents as the release of autumn 2026 stored them, one of components and one of a fund risk matrix, never to be
 * renewed: a later release has to open what it finds.
 */
const storedContents = ['components', 'matrix'] as const;

const { world, steps } = tariffHouse('large');

it.each(storedContents)(
  'a version stored by an earlier release (%s) opens, compares, is checked and comes back',
  async (name) => {
    const file = new URL(`../../../test/stored-contents/${name}.json`, import.meta.url);
    const stored = JSON.parse(readFileSync(file, 'utf8')) as TariffContent;
    const id = await tariffIdWhere(world, `t.key = '${stored.tariff.key}'`);
    await world.owner.query(
      'update tariff_versions set content = $2 where tariff_id = $1 and version_number = 1',
      [id, JSON.stringify(stored)],
    );
    const shown = (await steps.contentOf(id, 1)).content;
    // Some of what is stored is for checks only.
    expect(stored).toMatchObject(shown);
    const [contractId = ''] = await world.contractIds(`c.tariff_id = '${id}'`);
    expect((await world.call(steps.both, 'POST', `/contracts/${contractId}/check`)).status).toBe(200);

    expect((await steps.save(id, described('nach der Fassung'))).status).toBe(200);
    const { body } = await world.call<CallAnswer<typeof compareTariffVersions>>(
      steps.both,
      'GET',
      `/tariffs/${id}/compare?versionA=1&versionB=2`,
    );
    expect(body.differences).toMatchObject([{ section: 'info', after: 'nach der Fassung' }]);
    world.later += oneDay;
    await steps.publishNow(id, 2, dayAfter(world.later / oneDay));
    expect((await steps.take(steps.editor, id, 'rollback', 1)).status).toBe(200);
    expect((await steps.contentOf(id, 3)).content).toEqual(shown);
    world.expectNoFailure();
  },
);
