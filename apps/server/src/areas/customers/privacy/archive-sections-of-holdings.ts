import { movementKindNames, movementSourceNames } from '@depotwerk/domain/contracts/fund-movements';
import { paymentKindNames, paymentSourceNames } from '@depotwerk/domain/contracts/payments';
import { intervalNames } from '@depotwerk/domain/interval';
import { houseDay, planInForce } from '../../../platform/depot-content/plan-days.ts';
import { type ArchiveSection, section } from './archive-section.ts';
import { contractNumber, ofContracts, ofCustomer } from './archive-sources.ts';

const fund = 'join funds f on f.tenant_id = x.tenant_id and f.id = x.fund_id';

/** What she holds and how it came to be. */
export const holdingSections: readonly ArchiveSection[] = [
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
