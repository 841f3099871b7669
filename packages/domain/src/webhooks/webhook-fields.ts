import { checkName, type FieldIssue, issuesOf } from '../master-data/field-issue.ts';
import { checkSecret, isSafeAddress } from '../safe-address.ts';

/** Of what other systems can be told: actions of the log, whose words are in `audit-texts.ts`. */
export const webhookEvents = [
  'contracts.create',
  'contracts.edit',
  'contracts.delete',
  'contracts.check',
  'contracts.importBook',
  'contracts.processPendingChanges',
  'customers.create',
  'customers.edit',
  'customers.merge',
  'customers.erase',
  'riskProfile.accept',
  'questionnaires.submitOwn',
  'consultations.complete',
  'optimization.plan',
  'optimization.requestApproval',
  'optimization.approve',
  'optimization.execute',
  'traderOrders.send',
  'traderOrders.state',
  'documents.upload',
  'documents.release',
  'reports.create',
  'signatures.sign',
  'messages.send',
  'tariffs.submit',
  'tariffs.approve',
  'tariffs.reject',
  'tariffs.publish',
  'traderDepots.link',
  'registrations.approve',
  'users.create',
  'users.edit',
  'jobs.givenUp',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** A webhook as its form holds it. */
export interface WebhookDraft {
  readonly webhookName: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Signs every delivery; null = as stored. */
  readonly secret: string | null;
  readonly isInactive: boolean;
}

/**
 * What is wrong with a webhook.
 * @param hasSecret whether a secret is stored that stays when the draft names none
 */
export const checkWebhook = (draft: WebhookDraft, hasSecret: boolean): FieldIssue[] =>
  issuesOf(
    checkName('webhookName', draft.webhookName, 200),
    checkName('url', draft.url, 2000) ??
      (isSafeAddress(draft.url) ? null : { path: 'url', code: 'webAddress' }),
    draft.events.length === 0 ? { path: 'events', code: 'required' } : null,
    checkSecret('secret', draft.secret, hasSecret),
  );
