import { sustainabilityKindTexts } from '@depotwerk/domain/contracts/profile-texts';
import { customerFieldRows } from '@depotwerk/domain/customers/customer-fields';
import {
  agreementSubjectTexts,
  agreementWayTexts,
  consentDecisionTexts,
  consentKindTexts,
  erasureBasisTexts,
  erasureStateTexts,
} from '@depotwerk/domain/customers/privacy-texts';
import type { FieldKind } from '@depotwerk/domain/master-data/field-table';
import { recordsOfSql } from '../../../platform/customers/records.ts';
import { agreementOrder, agreementsSql } from './agreements.ts';
import { type ArchiveSection, type CellKind, type ColumnTuple, section } from './archive-section.ts';
import { adviceSections } from './archive-sections-of-advice.ts';
import { documentSections } from './archive-sections-of-documents.ts';
import { holdingSections } from './archive-sections-of-holdings.ts';
import { contractNumber, ofContracts, ofCustomer } from './archive-sources.ts';

/** The fields of the form; what is chosen by its id (a group) is the house's own order, not the customer's data. */
const cellKinds: Readonly<Partial<Record<FieldKind, CellKind>>> = {
  name: 'text',
  text: 'text',
  line: 'text',
  masked: 'text',
  day: 'day',
  yes: 'yes',
  state: 'yes',
};
const fieldColumns = customerFieldRows.flatMap(({ key, column, label, kind, archiveKey }): ColumnTuple[] => {
  const cell = cellKinds[kind];
  return cell === undefined ? [] : [[`x.${column}`, archiveKey ?? key, label, cell]];
});

const masterData: readonly ArchiveSection[] = [
  section(
    'masterData',
    'Stammdaten',
    'customers',
    'from customers x where x.tenant_id = app_tenant_id() and x.id = $1',
    [
      ...fieldColumns,
      ['x.knowledge', 'knowledge', 'Kenntnisse und Erfahrungen', 'json'],
      ['x.finances', 'finances', 'Finanzielle Verhältnisse', 'json'],
      ['x.aims', 'aims', 'Anlageziele', 'json'],
      ['x.sustainability', 'sustainability', 'Nachhaltigkeitspräferenzen', 'json', sustainabilityKindTexts],
      ['x.profile_valid_until', 'profileValidUntil', 'Profil gültig bis', 'day'],
      ['x.is_blocked', 'isBlocked', 'Gesperrt', 'yes'],
      ['x.blocked_reason', 'blockedReason', 'Grund der Sperre'],
      ['x.created_at', 'createdAt', 'Angelegt', 'instant'],
    ],
  ),
  section('access', 'Zugang zum Portal', 'users', `from users x where ${ofCustomer} order by x.created_at`, [
    ['x.user_name', 'userName', 'Benutzername'],
    ['x.full_name', 'fullName', 'Name'],
    ['x.company', 'company', 'Firma'],
    ['x.phone_number', 'phoneNumber', 'Telefonnummer'],
    ['x.created_at', 'createdAt', 'Angelegt', 'instant'],
    ['x.last_login', 'lastLogin', 'Letzte Anmeldung', 'instant'],
    ['x.terms_version', 'termsVersion', 'Angenommene Nutzungsbedingungen'],
    ['x.terms_accepted_at', 'termsAcceptedAt', 'Angenommen am', 'instant'],
    ['x.is_inactive', 'isInactive', 'Inaktiv', 'yes'],
  ]),
  section(
    'signIns',
    'Anmeldungen am Portal',
    'sessions',
    `from sessions x join users u on u.tenant_id = x.tenant_id and u.id = x.user_id
      where u.tenant_id = app_tenant_id() and u.customer_id = $1 order by x.created_at, x.id`,
    [
      ['x.created_at', 'signedInAt', 'Angemeldet', 'instant'],
      ['x.last_used_at', 'lastUsedAt', 'Zuletzt benutzt', 'instant'],
      ['x.device_name', 'device', 'Gerät'],
      ['x.user_agent', 'browser', 'Browser'],
      ['host(x.ip_address)', 'ipAddress', 'IP-Adresse'],
    ],
  ),
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
  section(
    'legalHolds',
    'Löschsperren',
    'customer_legal_holds',
    `from customer_legal_holds x where ${ofCustomer} order by x.set_at`,
    [
      ['x.reason', 'reason', 'Grund'],
      ['x.set_at', 'setAt', 'Gesetzt', 'instant'],
      ['x.lifted_at', 'liftedAt', 'Aufgehoben', 'instant'],
      ['x.lift_reason', 'liftReason', 'Grund der Aufhebung'],
    ],
  ),
  section(
    'erasures',
    'Verlangen nach Löschung',
    'customer_erasures',
    `from customer_erasures x where ${ofCustomer} order by x.requested_at`,
    [
      ['x.requested_at', 'requestedAt', 'Verlangt', 'instant'],
      ['x.basis', 'basis', 'Grundlage', 'text', erasureBasisTexts],
      ['x.state', 'state', 'Stand', 'text', erasureStateTexts],
      ['x.kept_until', 'keptUntil', 'Aufbewahrung bis', 'day'],
    ],
  ),
];

/** Words of the house on the customer and his contracts. */
const tags: readonly ArchiveSection[] = [
  section(
    'customerTags',
    'Schlagwörter',
    'customer_tags',
    `from customer_tags x join tags t on t.tenant_id = x.tenant_id and t.id = x.tag_id
      where ${ofCustomer} order by fold_text(t.tag_name), t.id`,
    [
      ['t.tag_name', 'tag', 'Schlagwort'],
      ['x.given_at', 'givenAt', 'Vergeben', 'instant'],
    ],
  ),
  section(
    'contractTags',
    'Schlagwörter der Verträge',
    'contract_tags',
    `from contract_tags x join tags t on t.tenant_id = x.tenant_id and t.id = x.tag_id ${ofContracts}
      order by c.external_key, fold_text(t.tag_name), t.id`,
    [contractNumber, ['t.tag_name', 'tag', 'Schlagwort'], ['x.given_at', 'givenAt', 'Vergeben', 'instant']],
  ),
];

/** What a record said before it was merged, under the names its master data would have. */
const formerRecord = `jsonb_build_object(${fieldColumns
  .map(([value, key]) => `'${key}', x.before->'merged'->'${value.slice('x.'.length)}'`)
  .join(', ')})`;

const merges: readonly ArchiveSection[] = [
  section(
    'mergedRecords',
    'Zusammengeführte Datensätze',
    'customer_merges',
    `from customer_merges x where x.tenant_id = app_tenant_id() and x.survivor_id in ${recordsOfSql('$1')} and x.undone_at is null order by x.merged_at`,
    [
      ['x.merged_at', 'mergedAt', 'Zusammengeführt', 'instant'],
      [formerRecord, 'record', 'Früherer Datensatz', 'json'],
    ],
  ),
];

/** Everything the archive shows, in its order. Secrets (passwords, factors) and derived search texts are no part of it. */
export const archiveSections: readonly ArchiveSection[] = [
  ...masterData,
  ...tags,
  ...merges,
  ...holdingSections,
  ...adviceSections,
  ...documentSections,
];
