import {
  agreementSubjectTexts,
  agreementWayTexts,
  consentDecisionTexts,
  consentKindTexts,
} from '@depotwerk/domain/customers/privacy-texts';
import { agreementOrder, agreementsSql } from './agreements.ts';
import { type ArchiveSection, section } from './archive-section.ts';
import { ofCustomer } from './archive-sources.ts';

/** Decisions on a customer's consents, and what she agreed to herself beside them. */
export const consentSections: readonly ArchiveSection[] = [
  section(
    'consents',
    'Einwilligungen',
    'customer_consents',
    `from customer_consents x where ${ofCustomer} order by x.decided_on, x.entry_number`,
    [
      ['x.consent_kind', 'consentKind', 'Einwilligung', 'text', consentKindTexts],
      ['x.decision', 'decision', 'Entscheidung', 'text', consentDecisionTexts],
      ['x.text_version', 'textVersion', 'Fassung'],
      ['x.consent_text', 'consentText', 'Wortlaut'],
      ['x.decided_on', 'decidedOn', 'Vom', 'day'],
      ['x.recorded_at', 'recordedAt', 'Erfasst', 'instant'],
      ['x.is_own', 'isOwn', 'Selbst entschieden', 'yes'],
    ],
  ),
  section(
    'agreements',
    'Bestätigte Texte',
    'preregistrations',
    `from ${agreementsSql} x order by ${agreementOrder}`,
    [
      ['x.subject', 'subject', 'Gegenstand', 'text', agreementSubjectTexts],
      ['x.way', 'way', 'Weg', 'text', agreementWayTexts],
      ['x.bank_name', 'bank', 'Bank'],
      ['x.version', 'version', 'Fassung'],
      ['x.agreed_at', 'agreedAt', 'Bestätigt', 'instant'],
      ['x.withdrawn_at', 'withdrawnAt', 'Widerrufen', 'instant'],
    ],
  ),
];
