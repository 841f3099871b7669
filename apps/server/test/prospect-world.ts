import { randomUUID } from 'node:crypto';
import { TariffData } from '../src/areas/optimization/tariff-data.ts';
import type { ProspectServices } from '../src/areas/prospects/analysis-services.ts';
import { createPdfPool } from '../src/areas/reports/pdf/pdf-pool.ts';
import { createReportTurns } from '../src/areas/reports/report-turns.ts';
import { createHouseReaders } from '../src/areas/white-label/white-label.view.ts';
import { createCustomerBanks } from '../src/customer-banks.ts';
import type { Services } from '../src/platform/services.ts';
import { createSignInServices } from '../src/platform/services.ts';
import { outboxSmsProvider } from '../src/platform/sms/sms-provider.ts';
import { createProspectServices } from '../src/prospect-services.ts';
import type { AdviceWorld } from './advice-world.ts';
import { testKeys } from './sign-in-world.ts';

/** Who may register at the house of a world from now on: its configuration is kept for half a minute. */
export async function setRegistrationMode(world: AdviceWorld, mode: number): Promise<void> {
  await world.owner.query('update white_label_configs set registration_mode = $2 where tenant_id = $1', [
    world.tenantId,
    mode,
  ]);
  world.later += 31_000;
}

const logger = { info: () => {}, error: () => {} };

/** What the calls of visitors need, over the database and clock of a test's world. */
export function prospectServices(
  services: Services,
  pdf = createPdfPool({ size: 1 }),
  isDemo = true,
  bankUrl = 'http://127.0.0.1:9',
): ProspectServices {
  const signIn = createSignInServices({
    ...services,
    keys: testKeys(),
    settings: { isDemo, publicOrigin: 'https://depotwerk.example', bankUrl: null },
    logger,
    sms: outboxSmsProvider,
  });
  const documents = {
    ...signIn,
    pdf,
    ...createHouseReaders(signIn),
    limitCreation: () => {},
    reportTurns: createReportTurns(),
    outdatedReasons: () => Promise.resolve([]),
    recommendedAdvice: () => Promise.resolve(null),
    checkedNow: () => Promise.resolve(null),
    targetMix: () => Promise.resolve(null),
  };
  return createProspectServices(
    signIn,
    documents,
    new TariffData(signIn.database),
    createCustomerBanks(bankUrl),
  );
}

/** Somebody who is invited and no customer yet. */
export const invitedPerson = (groupId: string, others: object = {}) => ({
  customerId: null,
  firstName: 'Ilse',
  lastName: `Eingeladen ${randomUUID().slice(0, 8)}`,
  dateOfBirth: '1980-05-17',
  email: `${randomUUID()}@post.example`,
  phoneNumber: '',
  groupId,
  message: 'Wir hatten telefoniert.',
  expiresAt: '2026-12-01',
  ...others,
});
