import type { Call } from '@depotwerk/api/call';
import type { ObjectKind } from './object-kinds.ts';
import { sampleOf } from './request-samples.ts';

/**
 * What a parameter of a path names, by the path up to it: a kind of object, or a value that is the same for everybody.
 * Parameters with a closed list of values need no entry.
 */
const parameters: Readonly<Record<string, ObjectKind | { readonly value: string }>> = {
  '/auth/sessions/:id': 'session',
  '/auth/passkeys/:id': 'passkey',
  '/settings/api-tokens/:id': 'ownApiToken',
  '/admin/api-tokens/:id': 'apiToken',
  '/saved-views/:id': 'savedView',
  '/notes/:id': 'note',
  '/notifications/:id': 'notification',
  '/admin/webhooks/:id': 'webhook',
  '/admin/webhook-deliveries/:id': 'webhookDelivery',
  '/saved-views/defaults/:screenKey': { value: 'contracts' },
  '/customers/:id': 'customer',
  '/contracts/:id': 'contract',
  '/contracts/:contractId': 'contract',
  '/contracts/:id/movements/:fundId': 'fund',
  '/contracts/:id/optimization-hints/:hintId': 'hint',
  '/contracts/:contractId/elements/:elementKey': { value: 'fundSwitch' },
  '/contracts/:contractId/elements/:elementKey/lookups/:lookupKey': { value: 'funds' },
  '/book-imports/:id': 'bookImport',
  '/consultations/:id': 'consultation',
  '/goto/:targetType': { value: 'customer' },
  '/goto/:targetType/:targetId': 'customer',
  '/search/favourites/:objectType': { value: 'customer' },
  '/search/favourites/:objectType/:objectId': 'customer',
  '/search/opened-last/:objectType': { value: 'tariff' },
  '/search/opened-last/:objectType/:objectId': 'tariff',
  '/documents/:id': 'document',
  '/my/documents/:id': 'document',
  // A draft is found by whose it is: the key says what it is a draft of, and is no secret.
  '/drafts/:draftType/:entityKey': { value: 'new' },
  '/funds/:id': 'fund',
  '/admin/funds/:id': 'fund',
  '/admin/fund-categories/:id': 'fundCategory',
  '/admin/peergroups/:id': 'peergroup',
  '/admin/tags/:id': 'tag',
  '/admin/insurers/:id': 'insurer',
  '/admin/white-label-configs/:id': 'appearance',
  '/admin/white-label-configs/:id/terms/:termsId': 'terms',
  '/admin/issuers/:id': 'issuer',
  '/cost-models/:id': 'costModel',
  '/jobs/:id': 'job',
  // A questionnaire is the house's own, by a key that is no secret.
  '/my/questionnaires/:key': { value: 'riskProfile' },
  '/questionnaires/:key': { value: 'riskProfile' },
  '/questionnaire-versions/:id': 'questionnaireVersion',
  // Secrets: who has one may open what it stands for.
  '/depotanalysis/:guid': { value: '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002' },
  '/reports/public-report-data/:id': { value: 'A'.repeat(32) },
  '/reports/public-reports/:id': 'publicLink',
  '/reports/addresses/:token': { value: 'A'.repeat(43) },
  '/reports/report-url/:id': 'report',
  '/tariffs/:id': 'tariff',
  // Which keys a house trusts is its own; a fingerprint is no secret.
  '/tariff-keys/:fingerprint': { value: 'c'.repeat(64) },
  '/tariffs/:id/versions/:versionNumber': { value: '1' },
  // Kinds of tariffs are the same for all tenants.
  '/tariffs/tariff-types/:id': { value: '1' },
  '/tariff-components/:kind/:id': 'riskComponent',
  '/tariff-components/risk/:id': 'riskComponent',
  '/tariff-components/universe/:id': 'universeComponent',
  '/tariff-components/selection/:id': 'selectionComponent',
  '/tariff-components/allocation/:id': 'allocationComponent',
  '/trader-depots/:id': 'depot',
  '/trader-credentials/banks/:bankId': { value: '90010001' },
  '/second-factor/:challengeId': 'challenge',
  '/admin/mails/:id': 'mail',
  '/admin/sms/:id': 'sms',
  '/users/:id': 'user',
  '/users/:id/provider-link': 'user',
  '/users/:id/viewing': 'user',
  '/groups/:id': 'group',
  '/groups/:groupId': 'group',
  '/preregistrations/:guid': { value: '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002' },
  '/prospects/:id': 'analysisRequest',
  '/prospects/invitations/:id': 'invitation',
  '/prospects/registrations/:id': 'registration',
  '/roles/:id': 'role',
  '/workbench/tasks/:id': 'task',
};

/** Objects a call wants in its query beside those of its path: the caller's own. */
export const companions: Readonly<Record<string, readonly [member: string, kind: ObjectKind]>> = {
  getEffectiveRights: ['customerId', 'customer'],
};

/** One parameter of a call: its name with the kind of object it names, or the value it always has. */
interface PathPart {
  readonly name: string;
  readonly kind: ObjectKind | null;
  readonly value: string | null;
}

/** Parameters of a call's path. @throws for one nobody has said what it names: add it to the table above */
export function pathPartsOf(call: Call): PathPart[] {
  // Parameters are always an object of texts.
  const samples = sampleOf(call.params) as Record<string, unknown>;
  return [...call.path.matchAll(/:(\w+)/g)].map((match) => {
    const name = match[1] ?? '';
    const known = parameters[call.path.slice(0, match.index + match[0].length)];
    if (typeof known === 'string') return { name, kind: known, value: null };
    if (known !== undefined) return { name, kind: null, value: known.value };
    if (name === 'type' || name === 'kind' || name === 'draftType') {
      return { name, kind: null, value: String(samples[name]) };
    }
    throw new Error(`What does :${name} of ${call.id} (${call.path}) name? Say so in path-objects.ts.`);
  });
}
