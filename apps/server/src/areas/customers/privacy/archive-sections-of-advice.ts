import { continuousPlanStateNames } from '@depotwerk/domain/continuous-optimization/continuous-plan';
import { handingOverFormNames } from '@depotwerk/domain/contracts/key-information';
import { approvalDecisionNames } from '@depotwerk/domain/contracts/plan-approval';
import { planObstacleTexts } from '@depotwerk/domain/contracts/plan-obstacles';
import { planStateNames } from '@depotwerk/domain/contracts/plan-states';
import { lossCapacityTexts, sustainabilityKindTexts } from '@depotwerk/domain/contracts/profile-texts';
import { traderOrderStateNames } from '@depotwerk/domain/contracts/trader-order-states';
import { regionTexts, sectorTexts } from '@depotwerk/domain/master-data/regions-and-sectors';
import { noteVisibilityTexts } from '@depotwerk/domain/notes/check-note';
import { lookStateSql } from '../../optimization/public.ts';
import { answersWithQuestions } from './archive-answers.ts';
import { type ArchiveSection, type ColumnTuple, section } from './archive-section.ts';
import { contractNumber, ofContracts, ofCustomer, ofEither } from './archive-sources.ts';

/** What every profile of an investor says, of whichever holder. */
const profileColumns: readonly ColumnTuple[] = [
  ['x.horizon_years', 'horizonYears', 'Anlagehorizont in Jahren', 'number'],
  ['x.loss_capacity', 'lossCapacity', 'Verlusttragfähigkeit', 'text', lossCapacityTexts],
  ['x.knowledge', 'knowledge', 'Kenntnisse', 'json'],
  ['x.sustainability_kind', 'sustainability', 'Nachhaltigkeit', 'text', sustainabilityKindTexts],
  [
    'x.minimum_share_sustainable',
    'minimumShareSustainable',
    'Mindestanteil nachhaltiger Investitionen',
    'fraction',
  ],
  ['x.minimum_share_taxonomy', 'minimumShareTaxonomy', 'Mindestanteil nach Taxonomie', 'fraction'],
  ['to_json(x.excluded_isins)', 'excludedFunds', 'Ausgeschlossene Fonds', 'json'],
  ['to_json(x.excluded_companies)', 'excludedCompanies', 'Ausgeschlossene Gesellschaften', 'json'],
  ['to_json(x.excluded_regions)', 'excludedRegions', 'Ausgeschlossene Regionen', 'json', regionTexts],
  ['to_json(x.excluded_sectors)', 'excludedSectors', 'Ausgeschlossene Branchen', 'json', sectorTexts],
];

/** A profile stays what it was stored as; whether it is still valid says its last day. */
const assessmentStates = {
  valid: 'Bestätigt',
  suggested: 'Vorgeschlagen',
  superseded: 'Durch ein neueres ersetzt',
  rejected: 'Abgelehnt',
};

/** Risk profiles, advice and orders of a customer. */
export const adviceSections: readonly ArchiveSection[] = [
  section(
    'riskProfiles',
    'Risikoprofile',
    'risk_assessments',
    `from risk_assessments x ${ofContracts} order by x.assessment_date, x.id`,
    [
      contractNumber,
      ['x.assessment_date', 'assessmentDate', 'Vom', 'day'],
      ['x.valid_until', 'validUntil', 'Gültig bis', 'day'],
      ['x.risk_class_id', 'riskClass', 'Risikoklasse', 'number'],
      ['x.status', 'status', 'Stand', 'text', assessmentStates],
      ['x.suggested_risk_class_id', 'suggestedRiskClass', 'Vorgeschlagene Risikoklasse', 'number'],
      ['(x.was_asked or x.questionnaire_answers_id is not null)', 'wasAsked', 'Antworten erfasst', 'yes'],
      ['x.goal', 'goal', 'Anlageziel'],
      ...profileColumns,
      ['x.experience', 'experience', 'Erfahrung je Anlage', 'json'],
      ['to_json(x.pai_topics)', 'paiTopics', 'Vermiedene nachteilige Auswirkungen', 'json'],
      ['x.decision_comment', 'comment', 'Bemerkung'],
      ['x.decided_at', 'decidedAt', 'Entschieden am', 'instant'],
    ],
  ),
  section(
    'heldContracts',
    'Mit anderen gehaltene Verträge',
    'contract_holders',
    `from contract_holders x join contracts c on c.tenant_id = x.tenant_id and c.id = x.contract_id
      where ${ofCustomer} order by x.created_at, x.id`,
    [
      contractNumber,
      ['x.created_at', 'createdAt', 'Seit', 'instant'],
      ['x.assessment_date', 'assessmentDate', 'Profil vom', 'day'],
      ['x.valid_until', 'validUntil', 'Gültig bis', 'day'],
      ['x.risk_class_id', 'riskClass', 'Risikoklasse', 'number'],
      ...profileColumns,
    ],
  ),
  section(
    'questionnaireAnswers',
    'Antworten in Fragebögen',
    'questionnaire_answers',
    `from questionnaire_answers x join questionnaires q on q.tenant_id = x.tenant_id and q.id = x.questionnaire_id
      where ${ofEither} order by x.created_at`,
    [
      ['q.title', 'questionnaire', 'Fragebogen'],
      ['x.created_at', 'createdAt', 'Vom', 'instant'],
      [answersWithQuestions, 'answers', 'Antworten', 'answers'],
      ['x.comment', 'comment', 'Bemerkung'],
    ],
  ),
  section(
    'hints',
    'Hinweise',
    'contract_hints',
    `from contract_hints x ${ofContracts} order by x.created_at`,
    [
      contractNumber,
      ['x.title', 'title', 'Hinweis'],
      ['x.text', 'text', 'Text'],
      ['x.created_at', 'createdAt', 'Vom', 'instant'],
      [
        'x.state',
        'state',
        'Stand',
        'text',
        { open: 'Offen', dismissed: 'Verworfen', accepted: 'Angenommen', done: 'Erledigt' },
      ],
      ['x.dismissed_reason', 'dismissedReason', 'Grund'],
    ],
  ),
  section(
    'notes',
    'Notizen',
    'notes',
    `from notes x left join contracts c on c.tenant_id = x.tenant_id and c.id = x.contract_id
      where ${ofCustomer} order by x.entry_number`,
    [
      contractNumber,
      ['x.note_text', 'text', 'Notiz'],
      ['x.created_at', 'createdAt', 'Vom', 'instant'],
      ['x.edited_at', 'editedAt', 'Geändert', 'instant'],
      ['x.visibility', 'visibility', 'Sichtbar für', 'text', noteVisibilityTexts],
      ['x.follow_up_day', 'followUpDay', 'Wiedervorlage', 'day'],
      ['x.follow_up_done_at', 'followUpDoneAt', 'Erledigt', 'instant'],
    ],
  ),
  section(
    'proposals',
    'Vorschläge',
    'planned_optimizations',
    `from planned_optimizations x ${ofContracts} order by x.created_at`,
    [
      contractNumber,
      ['x.created_at', 'createdAt', 'Vom', 'instant'],
      ['x.state', 'state', 'Stand', 'text', planStateNames],
      ['x.risk_class_id', 'riskClass', 'Risikoklasse', 'number'],
      ['x.before_figures', 'before', 'Vorher', 'json'],
      ['x.after_figures', 'after', 'Nachher', 'json'],
      ['x.costs', 'costs', 'Kosten', 'json'],
    ],
  ),
  section(
    'continuousOptimization',
    'Laufende Optimierung',
    'continuous_plans',
    // As the contract says it: what became of a plan that waited or was released stands with the plan.
    `from continuous_plans r
      left join planned_optimizations p on p.tenant_id = r.tenant_id and p.id = r.planned_optimization_id
      join continuous_plans x on x.tenant_id = r.tenant_id and x.id = r.id ${ofContracts} order by x.due_date`,
    [
      contractNumber,
      ['x.due_date', 'dueDate', 'Fällig am', 'day'],
      [lookStateSql, 'state', 'Stand', 'text', continuousPlanStateNames],
      ['x.skip_reason', 'skipReason', 'Grund', 'text', planObstacleTexts],
      ['x.summary', 'summary', 'Vorschlag', 'json'],
      ['x.decision_note', 'decisionNote', 'Notiz'],
      ['x.decided_at', 'decidedAt', 'Entschieden am', 'instant'],
    ],
  ),
  section(
    'transactions',
    'Vorgeschlagene Umschichtungen',
    'planned_transactions',
    `from planned_transactions x
      join planned_optimizations p on p.tenant_id = x.tenant_id and p.id = x.planned_optimization_id
      join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
      join funds f on f.tenant_id = x.tenant_id and f.id = x.fund_id
      where x.tenant_id = app_tenant_id() and c.customer_id = $1 order by p.created_at, x.sort_order`,
    [
      contractNumber,
      ['p.created_at', 'proposedAt', 'Vorschlag vom', 'instant'],
      ['x.action', 'action', 'Art', 'text', { buy: 'Kauf', sell: 'Verkauf', switch: 'Tausch' }],
      ['f.isin', 'isin', 'ISIN'],
      ['f.name', 'fund', 'Fonds'],
      ['x.quantity', 'quantity', 'Anteile', 'number'],
      ['x.amount', 'amount', 'Betrag', 'money'],
      ['x.reason', 'reason', 'Begründung'],
    ],
  ),
  section(
    'approvals',
    'Freigaben durch eine zweite Person',
    'plan_approvals',
    `from plan_approvals x
      join planned_optimizations p on p.tenant_id = x.tenant_id and p.id = x.planned_optimization_id
      join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
      where x.tenant_id = app_tenant_id() and c.customer_id = $1 order by x.requested_at`,
    [
      contractNumber,
      ['p.created_at', 'proposedAt', 'Vorschlag vom', 'instant'],
      ['x.state', 'state', 'Stand', 'text', approvalDecisionNames],
      ['x.requested_at', 'requestedAt', 'Erbeten am', 'instant'],
      ['x.request_note', 'requestNote', 'Anmerkung'],
      ['x.decided_at', 'decidedAt', 'Entschieden am', 'instant'],
      ['x.decision_note', 'decisionNote', 'Anmerkung zur Entscheidung'],
    ],
  ),
  section(
    'keyInformation',
    'Ausgehändigte Basisinformationsblätter',
    'key_information_handovers',
    `from key_information_handovers x join contracts c on c.tenant_id = x.tenant_id and c.id = x.contract_id
      join funds f on f.tenant_id = x.tenant_id and f.id = x.fund_id
      where ${ofCustomer} order by x.recorded_at, x.id`,
    [
      contractNumber,
      ['f.isin', 'isin', 'ISIN'],
      ['f.name', 'fund', 'Fonds'],
      ['x.document_title', 'document', 'Dokument'],
      ['x.document_version', 'version', 'Fassung'],
      ['x.form', 'form', 'Art', 'text', handingOverFormNames],
      ['x.handed_over_at', 'handedOverAt', 'Ausgehändigt', 'instant'],
      ['x.recorded_at', 'recordedAt', 'Festgehalten', 'instant'],
    ],
  ),
  section(
    'orders',
    'Aufträge',
    'trader_orders',
    `from trader_orders x ${ofContracts} order by x.created_at`,
    [
      contractNumber,
      ['x.created_at', 'createdAt', 'Vom', 'instant'],
      ['x.state', 'state', 'Stand', 'text', traderOrderStateNames],
      ['x.sent_at', 'sentAt', 'Gesendet', 'instant'],
      ['x.settled_at', 'settledAt', 'Abgeschlossen', 'instant'],
      ['x.request', 'request', 'Auftrag', 'json'],
      ['x.answer', 'answer', 'Antwort der Bank', 'json'],
    ],
  ),
  section(
    'forms',
    'Eingereichte Formulare',
    'element_submissions',
    `from element_submissions x ${ofContracts} order by x.submission_number`,
    [
      contractNumber,
      ['x.element_key', 'form', 'Formular'],
      ['x.created_at', 'createdAt', 'Vom', 'instant'],
      ['x.request', 'request', 'Angaben', 'json'],
    ],
  ),
  section(
    'consultations',
    'Beratungen',
    'consultations',
    `from consultations x where ${ofCustomer} order by x.started_at, x.id`,
    [
      ['x.started_at', 'startedAt', 'Beginn', 'instant'],
      ['x.completed_at', 'completedAt', 'Abgeschlossen', 'instant'],
      ['x.not_pursued_at', 'notPursuedAt', 'Nicht weiterverfolgt seit', 'instant'],
      [
        'x.consultation_kind',
        'consultationKind',
        'Anlass',
        'text',
        {
          initial: 'Erstberatung',
          periodicReview: 'Regelmäßige Überprüfung',
          event: 'Ereignis',
          other: 'Sonstiges',
        },
      ],
      ['x.place', 'place', 'Ort'],
      [
        'x.initiative',
        'initiative',
        'Auf Initiative',
        'text',
        { customer: 'des Kunden', adviser: 'des Beraters' },
      ],
      ['x.participants', 'participants', 'Teilnehmer', 'json'],
      ['x.profile_snapshot', 'profile', 'Profil', 'json'],
      ['x.recommendations', 'recommendations', 'Empfehlungen', 'json'],
      ['x.reason_text', 'reason', 'Begründung'],
      ['x.is_periodic_review_agreed', 'isPeriodicReviewAgreed', 'Regelmäßige Überprüfung vereinbart', 'yes'],
      [
        'x.state',
        'state',
        'Stand',
        'text',
        { draft: 'Entwurf', completed: 'Abgeschlossen', notPursued: 'Nicht weiterverfolgt' },
      ],
    ],
  ),
  section(
    'consultedContracts',
    'Besprochene Verträge',
    'consultation_contracts',
    `from consultation_contracts x
      join consultations b on b.tenant_id = x.tenant_id and b.id = x.consultation_id
      join contracts c on c.tenant_id = x.tenant_id and c.id = x.contract_id
      where x.tenant_id = app_tenant_id() and b.customer_id = $1 order by b.started_at, c.external_key`,
    [['b.started_at', 'startedAt', 'Beratung', 'instant'], contractNumber],
  ),
];
