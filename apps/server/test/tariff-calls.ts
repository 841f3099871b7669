import type { Tariff, TariffItem } from '@depotwerk/api/tariffs/tariffs';
import type { AdviceWorld } from './advice-world.ts';
import { newTariffBody } from './tariff-bodies.ts';

/** What a refused change says. */
export interface TariffRefusal {
  code: string;
  params?: Record<string, unknown>;
  validation?: { path: string; code: string }[];
  current?: Tariff;
}

/** Tariffs that are no policies with a guarantee. */
export const ordinaryTariffs = 't.tariff_type_id < 7';

/** What editors do with tariffs; `editor` is asked for inside of tests. */
export const tariffCalls = (world: AdviceWorld, editor: () => string) => ({
  create: (token: string | null, body: unknown, headers = {}) =>
    world.call<Tariff & TariffRefusal>(token, 'POST', '/tariffs', body, headers),
  get: (token: string | null, id: string) =>
    world.call<Tariff & TariffRefusal>(token, 'GET', `/tariffs/${id}`),
  put: (token: string | null, id: string, body: unknown, version: number | null) =>
    world.call<Tariff & TariffRefusal>(token, 'PUT', `/tariffs/${id}`, body, {
      ...(version !== null && { 'if-match': `"${version}"` }),
    }),
  list: (query = '') => world.call<TariffItem[]>(editor(), 'GET', `/tariffs${query}`),
  newBody: (key: string, condition = ordinaryTariffs) => newTariffBody(world, editor(), condition, key),
});
