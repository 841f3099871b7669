import type { TariffContent } from '@depotwerk/domain/tariff/tariff-drafts';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { checkTariffContent } from '../components/public.ts';

const blocking = 2;

/** @throws 409 with the messages that block submission, approval and publishing (severity 2) */
export async function requirePlausible(
  reader: Reader,
  context: DbContext & { readonly tenantId: string },
  tariffId: string,
  content: TariffContent,
  today: string,
): Promise<void> {
  const messages = await checkTariffContent(reader, context, content, { tariffId, today });
  const worst = messages.filter(({ severity }) => severity === blocking);
  if (worst.length === 0) return;
  throw new AppError('tariffs.notPlausible', {
    params: { messages: worst.map(({ code, title, text, step }) => ({ code, title, text, step })) },
  });
}
