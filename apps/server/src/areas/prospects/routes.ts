import * as calls from '@depotwerk/api/prospects/depot-analysis';
import { largestHoldingFile } from '@depotwerk/api/prospects/depot-analysis';
import { startDepotAnalysis } from '@depotwerk/api/prospects/depot-analysis-start';
import { startOwnAnalysis as startOwnCall } from '@depotwerk/api/prospects/own-analysis';
import * as invitations from '@depotwerk/api/prospects/preregistrations';
import * as registration from '@depotwerk/api/prospects/registration';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { readVisitorFile } from '../../platform/file-threads/file-threads.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import { anonymousRoute, Reply, type Route, route } from '../../platform/http/route.ts';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';
import { countAddress } from '../../platform/throttle/count-address.ts';
import { searchFunds } from '../funds/public.ts';
import { withFundNames } from './analysed-funds.view.ts';
import type { ProspectServices } from './analysis-services.ts';
import { bankLinkRoutes } from './bank-link/routes.ts';
import { calculateAnalysis } from './calculate-analysis.ts';
import { completeInvitation } from './complete-invitation.ts';
import { createInvitation, listInvitations, revokeInvitation } from './create-invitation.ts';
import { decideRegistration, listRegistrations } from './decide-registration.ts';
import { holdingFileReader } from './holding-file.ts';
import { previewInvited } from './invitations-ahead.view.ts';
import { inviteMany } from './invite-many.ts';
import { openAnalysis } from './open-analysis.ts';
import { confirmIdentity, showInvitation } from './open-invitation.ts';
import { confirmRegistration, register } from './register.ts';
import { listRequests, readRequest } from './requests.view.ts';
import { deleteAnalysis, saveAnalysis } from './save-analysis.ts';
import { startAnalysis } from './start-analysis.ts';
import { startOwnAnalysis } from './start-own-analysis.ts';
import { submitAnalysis } from './submit-analysis.ts';

/** Hits of a visitor's search: whoever needs more types more. */
const shownFunds = 10;

/** Analyses of visitors and what the house sees of them. */
export function prospectRoutes(services: ProspectServices): Route[] {
  return [
    anonymousRoute(startDepotAnalysis, (context, { body }) =>
      startAnalysis(services, context, body.consentVersion),
    ),
    route(startOwnCall, (context, input) => startOwnAnalysis(services, context, input)),
    anonymousRoute(calls.getDepotAnalysis, async (context, { params }) => {
      const { analysis } = await openAnalysis(services, context, params.guid);
      const {
        id: _id,
        contact: _contact,
        preregistrationId: _invitation,
        bankLinkUntil,
        restrictions: _restrictions,
        invitedBirth,
        ...shown
      } = analysis;
      const hasBankLink = bankLinkUntil !== null && Date.parse(bankLinkUntil) > services.clock();
      const isInvitedUnderage = underageUntil(invitedBirth, todayOfHouse(services)) !== null;
      const answer = { ...shown, hasBankLink, ...(isInvitedUnderage && { isInvitedUnderage }) };
      return Reply.json(answer, { etag: `"${analysis.rowVersion}"` });
    }),
    anonymousRoute(calls.putDepotAnalysis, (context, input) => saveAnalysis(services, context, input)),
    anonymousRoute(calls.deleteDepotAnalysis, (context, { params }) =>
      deleteAnalysis(services, context, params.guid),
    ),
    anonymousRoute(calls.searchAnalysisFunds, async (context, { params, query }) => {
      const { house } = await openAnalysis(services, context, params.guid);
      const { funds } = await searchFunds(services, house, { search: query.search });
      return funds.slice(0, shownFunds).map(({ isin, name, companyName, ongoingFee }) => ({
        isin,
        name,
        company: companyName,
        ongoingFee,
      }));
    }),
    anonymousRoute(calls.readHoldingFile, async (context, { params, body }) => {
      const { house } = await openAnalysis(services, context, params.guid);
      await countAddress(services, context.clientAddress, {
        network: 'visitorFile',
        site: 'visitorFileSite',
      });
      const bytes = Buffer.from(body.contentBase64, 'base64');
      if (bytes.byteLength > largestHoldingFile) throw new AppError('common.payloadTooLarge');
      try {
        const file = await readVisitorFile(holdingFileReader, { bytes, fileName: body.fileName });
        return { ...file, holdings: await withFundNames(services, house.tenantId, file.holdings) };
      } catch (error) {
        if (!(error instanceof ImportRefused)) throw error;
        throw new AppError('import.wrongFormat', { reason: error.message });
      }
    }),
    anonymousRoute(calls.calculateDepotAnalysis, (context, { params }) =>
      calculateAnalysis(services, context, params.guid),
    ),
    anonymousRoute(calls.getAnalysisPaper, async (context, { params }) => {
      const { house, analysis } = await openAnalysis(services, context, params.guid);
      if (analysis.result === null) throw new AppError('depotanalysis.notCalculated');
      return Reply.file(await services.renderPaper(context, house.tenantId, analysis.result));
    }),
    anonymousRoute(calls.submitDepotAnalysis, (context, { params, body }) =>
      submitAnalysis(services, context, params.guid, body),
    ),
    ...bankLinkRoutes(services),
    route(invitations.createPreregistration, (context, input) => createInvitation(services, context, input)),
    route(invitations.inviteCustomers, (context, input) => inviteMany(services, context, input)),
    route(invitations.previewInvitations, ({ scope }, { body }) => previewInvited(services, scope, body)),
    route(invitations.listPreregistrations, ({ scope }) => listInvitations(services, scope)),
    route(invitations.revokePreregistration, (context, input) => revokeInvitation(services, context, input)),
    anonymousRoute(invitations.getPreregistration, (context, { params }) =>
      showInvitation(services, context, params.guid),
    ),
    anonymousRoute(invitations.confirmPreregistrationIdentity, (context, input) =>
      confirmIdentity(services, context, input),
    ),
    anonymousRoute(invitations.completePreregistration, (context, input) =>
      completeInvitation(services, context, input),
    ),
    anonymousRoute(registration.register, (context, input) => register(services, context, input)),
    anonymousRoute(registration.confirmRegistration, (context, input) =>
      confirmRegistration(services, context, input),
    ),
    route(registration.listRegistrations, ({ scope }) => listRegistrations(services, scope)),
    route(registration.decideRegistration, (context, input) => decideRegistration(services, context, input)),
    route(calls.listAnalysisRequests, ({ scope }) => listRequests(services, scope)),
    route(calls.getAnalysisRequest, ({ scope }, { params }) => readRequest(services, scope, params.id)),
  ];
}
