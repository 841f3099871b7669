import type { AnalysisContact } from '@depotwerk/api/prospects/depot-analysis';
import { mailAddressShape } from '@depotwerk/domain/mail-address';
import { checkShape, issuesOf } from '@depotwerk/domain/master-data/field-issue';
import { phoneNumberShape } from '@depotwerk/domain/phone-number';
import { sql } from 'kysely';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { refuseIssues } from '../../platform/editing.ts';
import { houseOrigin } from '../../platform/house-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { canMail } from '../../platform/mail/mail-settings.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import type { ProspectServices } from './analysis-services.ts';
import { endLinks } from './bank-link/keep-bank-link.ts';
import { signOutLater } from './bank-link/open-bank-link.ts';
import { noteVisitor } from './note-visitor.ts';
import { openAnalysis } from './open-analysis.ts';

/**
 * Asks the house to make contact: its work list shows the request, and its address for visitors gets a mail that names
 * nobody. A link to a bank ends with it. @throws 404, 409 without a result or a second time, 400
 */
export async function submitAnalysis(
  services: ProspectServices,
  context: RequestContext,
  guid: string,
  contact: AnalysisContact,
): Promise<Record<string, never>> {
  const { house, analysis } = await openAnalysis(services, context, guid);
  if (analysis.state === 'submitted') throw new AppError('depotanalysis.submitted');
  if (analysis.result === null) throw new AppError('depotanalysis.notCalculated');
  refuseIssues(
    issuesOf(
      checkShape('email', contact.email, mailAddressShape, 'mailAddress'),
      checkShape('phoneNumber', contact.phoneNumber, phoneNumberShape, 'phoneNumber'),
    ),
  );
  const { tenantId, config } = house;
  const access = await services.database.transaction(house, async (transaction) => {
    const taken = await endLinks(services, transaction, { house, analysis });
    const { rows } =
      await sql`update depot_analyses set state = 'submitted', contact = ${JSON.stringify(contact)}::jsonb,
        submitted_at = ${new Date(services.clock()).toISOString()}
       where tenant_id = ${tenantId} and id = ${analysis.id} and state = 'calculated' returning id`.execute(
        transaction,
      );
    if (rows.length === 0) throw new AppError('depotanalysis.notCalculated');
    const isMailed = await canMail(services, transaction);
    if (isMailed && config.supportMail !== null) {
      const origin = await houseOrigin(
        readerIn(transaction),
        house,
        services.settings.publicOrigin,
        context.host,
      );
      await sendMail(transaction, services.keys.keyEncryption, {
        tenantId,
        userId: null,
        recipient: config.supportMail,
        subject: 'Neue Anfrage aus der Depotanalyse',
        body:
          'Guten Tag,\n\njemand hat eine Depotanalyse abgeschlossen und bittet um Kontakt. Angaben und Ergebnis stehen ' +
          `unter den Interessenten:\n\n${origin}/goto/prospect/${analysis.id}`,
      });
    }
    await noteVisitor(transaction, context, 'depotanalysis.submit', analysis.id);
    return taken;
  });
  if (access !== null) signOutLater(services, access);
  return {};
}
