import type { CallAnswer } from '@depotwerk/api/call';
import { previewedFunds, type previewUniverse } from '@depotwerk/api/components/universe-preview';
import { describe, expect, it } from 'vitest';
import { ownComponentWorld } from '../../../test/component-world.ts';

const on = ownComponentWorld();

type Preview = CallAnswer<typeof previewUniverse>;

const preview = (body: object, token: string | null = on().reader) =>
  on().post<Preview>('/tariff-components/universe/automatic-universe', body, token);
const ofType = async (tariffUniverseType: number, maximumRiskIndicator: number | null = null) =>
  (await preview({ tariffUniverseType, maximumRiskIndicator })).body;

describe('what a universe type holds today', () => {
  it('counts all and shows the first by name', async () => {
    const all = await ofType(1);
    expect(all.fundCount).toBeGreaterThan(previewedFunds);
    expect(all.funds).toHaveLength(previewedFunds);
    expect(all.funds.every(({ isInactive }) => !isInactive)).toBe(true);
  });

  it('holds by its type', async () => {
    const [all, traded, active, bounded] = await Promise.all([ofType(1), ofType(2), ofType(3), ofType(6, 3)]);
    expect(traded.fundCount).toBeGreaterThan(0);
    expect(traded.funds.every(({ isETF }) => isETF)).toBe(true);
    expect(active.funds.every(({ isETF }) => !isETF)).toBe(true);
    expect(traded.fundCount + active.fundCount).toBe(all.fundCount);
    expect(bounded.funds.length).toBeGreaterThan(0);
    expect(bounded.funds.every(({ riskIndicator }) => riskIndicator !== null && riskIndicator <= 3)).toBe(
      true,
    );
    expect((await ofType(6, 1)).fundCount).toBeLessThan(bounded.fundCount);
    expect((await ofType(4)).funds.every(({ sfdrArticle }) => sfdrArticle === 8 || sfdrArticle === 9)).toBe(
      true,
    );
  });

  it('is told nobody who is not signed in', async () => {
    expect((await preview({ tariffUniverseType: 1, maximumRiskIndicator: null }, null)).status).toBe(401);
  });

  it.each([
    {},
    { tariffUniverseType: 0, maximumRiskIndicator: null },
    { tariffUniverseType: 7, maximumRiskIndicator: null },
    { tariffUniverseType: 6, maximumRiskIndicator: 8 },
    { tariffUniverseType: '1', maximumRiskIndicator: null },
    { tariffUniverseType: 1, maximumRiskIndicator: null, more: true },
  ])('refuses %j', async (body) => {
    expect((await preview(body)).status).toBe(400);
  });
});
