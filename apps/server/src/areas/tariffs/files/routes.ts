import * as calls from '@depotwerk/api/tariffs/tariff-files';
import { type Route, route } from '../../../platform/http/route.ts';
import { exportTariffFile } from './export-tariff-file.ts';
import { importTariffFile, previewTariffFile } from './import-tariff-file.ts';
import type { TariffFileServices } from './tariff-file-services.ts';
import { distrustTariffKey, readTariffKeys, trustTariffKey } from './tariff-keys.ts';

/** Tariffs that travel between houses, and the keys that say whose they are. */
export function tariffFileRoutes(services: TariffFileServices): Route[] {
  return [
    route(calls.exportTariffFile, (context, input) => exportTariffFile(services, context, input)),
    route(calls.previewTariffFile, (context, input) => previewTariffFile(services, context, input)),
    route(calls.importTariffFile, (context, input) => importTariffFile(services, context, input)),
    route(calls.listTariffKeys, ({ scope }) => readTariffKeys(services, scope)),
    route(calls.trustTariffKey, (context, input) => trustTariffKey(services, context, input)),
    route(calls.distrustTariffKey, (context, input) => distrustTariffKey(services, context, input)),
  ];
}
