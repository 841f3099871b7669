import { movementKindNames, movementSourceNames } from '@depotwerk/domain/contracts/fund-movements';
import { paymentKindNames, paymentSourceNames } from '@depotwerk/domain/contracts/payments';
import { sustainabilityKindTexts } from '@depotwerk/domain/contracts/profile-texts';
import { customerFieldRows } from '@depotwerk/domain/customers/customer-fields';
import { erasureBasisTexts, erasureStateTexts } from '@depotwerk/domain/customers/privacy-texts';
import { intervalNames } from '@depotwerk/domain/interval';
import type { FieldKind } from '@depotwerk/domain/master-data/field-table';
import { recordsOfSql } from '../../../platform/customers/records.ts';
import { houseDay, planInForce } from '../../../platform/depot-content/plan-days.ts';
import { type ArchiveSection, type CellKind, type ColumnTuple, section } from './archive-section.ts';
import { adviceSections } from './archive-sections-of-advice.ts';
import { consentSections } from './archive-sections-of-consents.ts';
import { documentSections } from './archive-sections-of-documents.ts';
import { contractNumber, ofContracts, ofCustomer } from './archive-sources.ts';

const fund = 'join funds f on f.tenant_id = x.tenant_id and f.id = x.fund_id';

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
  ...consentSections,
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

const holdings: readonly ArchiveSection[] = [
  section(
    'contracts',
    'Verträge',
    'contracts',
    `from contracts x join tariffs t on t.tenant_id = x.tenant_id and t.id = x.tariff_id
      join issuers s on s.tenant_id = x.tenant_id and s.id = x.issuer_id
      left join insurers i on i.tenant_id = x.tenant_id and i.id = x.insurer_id
      left join lateral (${planInForce('x', houseDay)}) plan on true
      where ${ofCustomer} order by x.start_date, x.id`,
    [
      ['x.external_key', 'contractNumber', 'Vertragsnummer'],
      ['x.external_consumer_key', 'customerNumberAtIssuer', 'Kundennummer beim Institut'],
      ['t.name', 'tariff', 'Tarif'],
      ['i.insurer_name', 'insurer', 'Versicherer'],
      ['s.issuer_name', 'issuer', 'Institut'],
      ['x.start_date', 'startDate', 'Beginn', 'day'],
      ['x.end_date', 'endDate', 'Ende', 'day'],
      ['x.beneficiary', 'beneficiary', 'Bezugsberechtigt'],
      ['x.guaranteed_level', 'guaranteedLevel', 'Garantieniveau', 'fraction'],
      ['x.total_value', 'totalValue', 'Gesamtwert', 'money'],
      ['plan.contribution', 'contribution', 'Beitrag', 'money'],
      ['plan.contribution_interval', 'contributionInterval', 'Zahlweise', 'number', intervalNames],
      ['x.risk_class_id', 'riskClass', 'Risikoklasse', 'number'],
      ['x.risk_value', 'riskValue', 'Risiko', 'fraction'],
      ['x.contract_score', 'score', 'Bewertung', 'number'],
      ['x.last_check', 'lastCheck', 'Zuletzt geprüft', 'instant'],
      ['x.last_consultation', 'lastConsultation', 'Letzte Beratung', 'day'],
      ['x.deleted_at', 'deletedAt', 'Gelöscht', 'instant'],
      ['x.deletion_reason', 'deletionReason', 'Grund der Löschung'],
    ],
  ),
  section(
    'holdings',
    'Positionen im Bestand',
    'portfolio_entries',
    `from portfolio_entries x ${fund} join portfolios p on p.tenant_id = x.tenant_id and p.id = x.portfolio_id
      join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
      where x.tenant_id = app_tenant_id() and c.customer_id = $1
      order by p.valuation_date desc, c.external_key, x.sort_order`,
    [
      contractNumber,
      ['p.valuation_date', 'valuationDate', 'Stichtag', 'day'],
      ['f.isin', 'isin', 'ISIN'],
      ['f.name', 'fund', 'Fonds'],
      ['x.quantity', 'quantity', 'Anteile', 'number'],
      ['x.price', 'price', 'Kurs', 'number'],
      ['x.value', 'value', 'Wert', 'money'],
      ['x.cost_value', 'costValue', 'Einstandswert', 'money'],
    ],
  ),
  section(
    'fundMovements',
    'Käufe und Verkäufe',
    'fund_movements',
    `from fund_movements x ${fund} join contracts c on c.tenant_id = x.tenant_id and c.id = x.contract_id
      where x.tenant_id = app_tenant_id() and c.customer_id = $1 order by c.external_key, x.movement_day, x.id`,
    [
      contractNumber,
      ['f.isin', 'isin', 'ISIN'],
      ['f.name', 'fund', 'Fonds'],
      ['x.movement_kind', 'kind', 'Art', 'text', movementKindNames],
      ['x.movement_day', 'day', 'Tag', 'day'],
      ['x.acquired_day', 'acquiredDay', 'Kauftag', 'day'],
      ['x.quantity', 'quantity', 'Anteile', 'number'],
      ['x.factor', 'factor', 'Faktor', 'number'],
      ['x.amount', 'amount', 'Betrag', 'money'],
      ['x.movement_source', 'source', 'Herkunft', 'text', movementSourceNames],
      ['x.booked_day', 'bookedDay', 'Tag laut Datei', 'day'],
      ['x.booked_kind', 'bookedKind', 'Art laut Datei', 'text', movementKindNames],
      ['x.booked_quantity', 'bookedQuantity', 'Anteile laut Datei', 'number'],
      ['x.booked_amount', 'bookedAmount', 'Betrag laut Datei', 'money'],
    ],
  ),
  section(
    'payments',
    'Ein- und Auszahlungen',
    'contract_payments',
    `from contract_payments x ${ofContracts} order by c.external_key, x.payment_day, x.id`,
    [
      contractNumber,
      ['x.payment_kind', 'kind', 'Art', 'text', paymentKindNames],
      ['x.payment_day', 'day', 'Tag', 'day'],
      ['x.amount', 'amount', 'Betrag', 'money'],
      ['x.payment_source', 'source', 'Herkunft', 'text', paymentSourceNames],
    ],
  ),
  section(
    'valueHistory',
    'Wertverlauf',
    'portfolios',
    `from portfolios x ${ofContracts} order by c.external_key, x.valuation_date`,
    [
      contractNumber,
      ['x.valuation_date', 'valuationDate', 'Stichtag', 'day'],
      ['x.total_value', 'totalValue', 'Gesamtwert', 'money'],
      ['x.cash_value', 'cashValue', 'Fondsguthaben', 'money'],
      ['x.non_funds_value', 'nonFundsValue', 'Guthaben außerhalb der Fonds', 'money'],
      ['x.paid_in', 'contributionsValue', 'Eingezahlte Beiträge', 'money'],
      ['x.reserve_value', 'reserveValue', 'Deckungskapital', 'money'],
      ['x.risk_value', 'riskValue', 'Risiko', 'fraction'],
    ],
  ),
  section(
    'savingsPlans',
    'Sparpläne',
    'savings_plans',
    `from savings_plans x ${ofContracts} order by c.external_key, x.valid_from`,
    [
      contractNumber,
      ['x.valid_from', 'validFrom', 'Gültig ab', 'day'],
      ['x.valid_to', 'validTo', 'Gültig bis', 'day'],
      ['x.contribution', 'contribution', 'Beitrag', 'money'],
      ['x.contribution_interval', 'contributionInterval', 'Zahlweise', 'number', intervalNames],
      ['x.dynamic_percent', 'dynamicPercent', 'Dynamik in Prozent', 'number'],
    ],
  ),
  section(
    'savingsPlanFunds',
    'Fonds der Sparpläne',
    'savings_plan_entries',
    `from savings_plan_entries x ${fund} join savings_plans p on p.tenant_id = x.tenant_id and p.id = x.savings_plan_id
      join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
      where x.tenant_id = app_tenant_id() and c.customer_id = $1 order by c.external_key, p.valid_from, x.sort_order`,
    [
      contractNumber,
      ['p.valid_from', 'validFrom', 'Sparplan ab', 'day'],
      ['f.isin', 'isin', 'ISIN'],
      ['f.name', 'fund', 'Fonds'],
      ['x.fraction', 'fraction', 'Anteil', 'fraction'],
      ['x.amount', 'amount', 'Betrag', 'money'],
    ],
  ),
  section(
    'bankDepots',
    'Depots bei Instituten',
    'trader_depots',
    `from trader_depots x join issuers s on s.tenant_id = x.tenant_id and s.id = x.issuer_id
      where x.tenant_id = app_tenant_id() and (x.customer_id = $1 or x.contract_id in
        (select c.id from contracts c where c.tenant_id = x.tenant_id and c.customer_id = $1)) order by x.created_at`,
    [
      ['s.issuer_name', 'issuer', 'Institut'],
      ['x.external_key', 'depotNumber', 'Depotnummer'],
      ['x.external_consumer_key', 'customerNumberAtIssuer', 'Kundennummer beim Institut'],
      ['x.holder_name', 'holderName', 'Inhaber'],
      ['x.iban', 'iban', 'IBAN'],
      ['x.bic', 'bic', 'BIC'],
      ['x.total_value', 'totalValue', 'Wert', 'money'],
      ['x.last_refresh_at', 'lastRefresh', 'Zuletzt abgerufen', 'instant'],
    ],
  ),
  section(
    'depotOpenings',
    'Eröffnete Depots',
    'depot_openings',
    `from depot_openings x join issuers s on s.tenant_id = x.tenant_id and s.id = x.issuer_id
      where ${ofCustomer} order by x.created_at`,
    [
      ['s.issuer_name', 'issuer', 'Institut'],
      ['x.state', 'state', 'Stand', 'text', { sent: 'Gesendet', opened: 'Eröffnet', refused: 'Abgelehnt' }],
      ['x.request', 'request', 'Antrag', 'json'],
      ['x.created_at', 'createdAt', 'Gestellt', 'instant'],
    ],
  ),
  section(
    'bankDifferences',
    'Abweichungen zu den Daten der Bank',
    'contract_pending_changes',
    `from contract_pending_changes x ${ofContracts} order by x.created_at`,
    [
      contractNumber,
      ['x.description', 'description', 'Abweichung'],
      ['x.our_value', 'ourValue', 'Bisher', 'json'],
      ['x.bank_value', 'bankValue', 'Bank', 'json'],
      ['x.created_at', 'createdAt', 'Gemeldet', 'instant'],
      ['x.was_kept', 'wasTakenOver', 'Übernommen', 'yes'],
    ],
  ),
];

/** Everything the archive shows, in its order. Secrets (passwords, factors) and derived search texts are no part of it. */
export const archiveSections: readonly ArchiveSection[] = [
  ...masterData,
  ...tags,
  ...merges,
  ...holdings,
  ...adviceSections,
  ...documentSections,
];
