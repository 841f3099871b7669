import type { CallInput, SentAnswer } from '@depotwerk/api/call';
import type { compareTariffVersions } from '@depotwerk/api/tariffs/tariff-comparison';
import type { getTariffVersion } from '@depotwerk/api/tariffs/tariffs';
import { compareTariffContents } from '@depotwerk/domain/tariff/compare-tariffs';
import { notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { checkTariffContent } from '../components/public.ts';
import { readNamesOf } from './tariff-names.view.ts';
import { readTariffVersion } from './tariff-version.view.ts';
import { readSubmittableVersion } from './version-content.view.ts';

/** One version with its content and what the plausibility check says of it today. @throws 404 */
export async function readTariffVersionContent(
  services: ReadServices,
  scope: Scope,
  { id, versionNumber }: CallInput<typeof getTariffVersion>['params'],
  today: string,
): Promise<SentAnswer<typeof getTariffVersion>> {
  const { database } = services;
  const [version, stored] = await Promise.all([
    readTariffVersion(services, scope, id, versionNumber),
    readSubmittableVersion(database, scope, id, versionNumber),
  ]);
  if (!stored) throw notFound();
  const { tariff, components } = stored.content;
  const messages = await checkTariffContent(database, scope, stored.content, { tariffId: id, today });
  return {
    version,
    content: { tariff, components },
    messages,
  };
}

/** What differs between two versions, of one tariff or of two; an open one counts as it would be submitted now. @throws 404 */
export async function readTariffComparison(
  services: ReadServices,
  scope: Scope,
  { params, query }: CallInput<typeof compareTariffVersions>,
): Promise<SentAnswer<typeof compareTariffVersions>> {
  const { database } = services;
  const tariffA = query.tariffA ?? params.id;
  const [versionA, versionB, before, after] = await Promise.all([
    readTariffVersion(services, scope, tariffA, query.versionA),
    readTariffVersion(services, scope, params.id, query.versionB),
    readSubmittableVersion(database, scope, tariffA, query.versionA),
    readSubmittableVersion(database, scope, params.id, query.versionB),
  ]);
  if (!before || !after) throw notFound();
  const names = await readNamesOf(database, scope, [before.content, after.content]);
  const { differences, matrices } = compareTariffContents(before.content, after.content, names);
  return { versionA, versionB, differences, matrices };
}
