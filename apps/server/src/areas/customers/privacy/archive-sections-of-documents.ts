import { notificationText } from '@depotwerk/domain/notifications/notification-kinds';
import { signatureWayTexts } from '@depotwerk/domain/signatures/signature';
import { taskTypes } from '@depotwerk/domain/workbench/task-types';
import { answersWithQuestions, begunAnswers } from './archive-answers.ts';
import { type ArchiveSection, type ColumnTuple, section } from './archive-section.ts';
import { ofCustomer, ofEither } from './archive-sources.ts';

const taskTexts = Object.fromEntries(taskTypes.map((type) => [type, notificationText(type)]));

const signatureColumns: readonly ColumnTuple[] = [
  ['s.signed_at', 'signedAt', 'Unterschrieben', 'instant'],
  ['s.signer_name', 'signer', 'Name'],
  ['s.signature_way', 'way', 'Art', 'text', signatureWayTexts],
  ['s.statement', 'statement', 'Erklärung'],
  ['s.drawing', 'drawing', 'Zeichnung', 'json'],
  [`encode(s.seal, 'hex')`, 'seal', 'Siegel'],
];

/** Documents, messages, analyses, invitations and tasks of a customer. */
export const documentSections: readonly ArchiveSection[] = [
  section(
    'documents',
    'Dokumente',
    'documents',
    `from documents x
      left join document_receipts r on r.tenant_id = x.tenant_id and r.document_id = x.id
      left join signature_requests s on s.tenant_id = x.tenant_id and s.document_id = x.id
      where ${ofEither} order by x.created_at, x.id`,
    [
      ['x.title', 'title', 'Titel'],
      ['x.file_name', 'fileName', 'Datei'],
      ['x.byte_size', 'byteSize', 'Größe in Byte', 'number'],
      ['x.created_at', 'createdAt', 'Abgelegt', 'instant'],
      ['x.released_at', 'releasedAt', 'Freigegeben', 'instant'],
      ['r.read_at', 'readAt', 'Gelesen', 'instant'],
      ['s.requested_at', 'signatureRequestedAt', 'Unterschrift erbeten', 'instant'],
      ['s.declined_at', 'signatureDeclinedAt', 'Unterschrift abgelehnt', 'instant'],
      ['x.retention_until', 'keptUntil', 'Aufbewahrung bis', 'day'],
      [`encode(x.content_hash, 'hex')`, 'sha256', 'Prüfsumme'],
    ],
  ),
  section(
    'ownAnswers',
    'Selbst gegebene Antworten',
    'own_answers',
    `from own_answers x join questionnaires q on q.tenant_id = x.tenant_id and q.id = x.questionnaire_id
      where ${ofCustomer} order by x.submitted_at, x.id`,
    [
      ['q.title', 'questionnaire', 'Fragebogen'],
      ['x.submitted_at', 'submittedAt', 'Abgesendet', 'instant'],
      [answersWithQuestions, 'answers', 'Antworten', 'answers'],
      ['x.decided_at', 'confirmedAt', 'Bestätigt', 'instant'],
    ],
  ),
  section(
    'begunAnswers',
    'Angefangene Antworten in Fragebögen',
    'drafts',
    `from drafts x left join questionnaires q on q.tenant_id = x.tenant_id
       and q.questionnaire_key = left(x.entity_key, -37) and q.version::text = x.data->>'version'
      where x.tenant_id = app_tenant_id() and x.draft_type = 'questionnaire' and x.expires_at > now()
        and x.entity_key like '%-' || $1::text order by x.updated_at, x.entity_key, x.user_id`,
    [
      [`coalesce(q.title, left(x.entity_key, -37))`, 'questionnaire', 'Fragebogen'],
      ['x.updated_at', 'updatedAt', 'Zuletzt geändert', 'instant'],
      [begunAnswers, 'answers', 'Antworten', 'answers'],
    ],
  ),
  section(
    'messages',
    'Nachrichten',
    'messages',
    `from messages x where ${ofCustomer} order by x.entry_number`,
    [
      ['x.sent_at', 'sentAt', 'Gesendet', 'instant'],
      ['x.is_from_customer', 'isFromCustomer', 'Vom Kunden', 'yes'],
      ['x.message_text', 'text', 'Text'],
      ['x.read_at', 'readAt', 'Gelesen', 'instant'],
    ],
  ),
  section(
    'signatures',
    'Elektronische Unterschriften',
    'document_signatures',
    `from document_signatures s join documents x on x.tenant_id = s.tenant_id and x.id = s.document_id
      where ${ofEither} order by s.signed_at, x.id`,
    [['x.title', 'document', 'Dokument'], ...signatureColumns],
  ),
  section(
    'signaturesBesideOthers',
    'Unterschriften unter Dokumenten gemeinsamer Verträge',
    'document_signers',
    `from document_signers s join documents x on x.tenant_id = s.tenant_id and x.id = s.document_id
      where s.tenant_id = app_tenant_id() and s.customer_id = $1 order by s.asked_at, x.id`,
    [
      ['x.title', 'document', 'Dokument'],
      ['s.asked_at', 'signatureRequestedAt', 'Unterschrift erbeten', 'instant'],
      ['s.declined_at', 'signatureDeclinedAt', 'Unterschrift abgelehnt', 'instant'],
      ['s.read_at', 'readAt', 'Gelesen', 'instant'],
      ...signatureColumns,
    ],
  ),
  section('reports', 'Berichte', 'reports', `from reports x where ${ofEither} order by x.created_at, x.id`, [
    [
      '(select d.title from documents d where d.tenant_id = x.tenant_id and d.id = x.document_id)',
      'title',
      'Bericht',
    ],
    ['x.created_at', 'createdAt', 'Erstellt', 'instant'],
    ['x.parameters', 'parameters', 'Angaben', 'json'],
  ]),
  section(
    'depotAnalyses',
    'Depotanalysen',
    'depot_analyses',
    `from depot_analyses x join preregistrations p on p.tenant_id = x.tenant_id and p.id = x.preregistration_id
      join questionnaires q on q.tenant_id = x.tenant_id and q.id = x.questionnaire_id
      where x.tenant_id = app_tenant_id() and p.customer_id = $1 order by x.created_at`,
    [
      ['x.created_at', 'createdAt', 'Vom', 'instant'],
      ['x.consented_at', 'consentedAt', 'Einwilligung am', 'instant'],
      ['x.consent_version', 'consentVersion', 'Fassung der Einwilligung'],
      ['x.contact', 'contact', 'Kontakt', 'json'],
      [answersWithQuestions, 'answers', 'Angaben', 'answers'],
      ['x.holdings', 'holdings', 'Angegebene Fonds', 'json'],
      ['x.result', 'result', 'Ergebnis', 'json'],
    ],
  ),
  section(
    'bankLinks',
    'Banken der Depotanalysen',
    'depot_analysis_bank_links',
    `from depot_analysis_bank_links x
      join depot_analyses a on a.tenant_id = x.tenant_id and a.id = x.analysis_id
      join preregistrations p on p.tenant_id = a.tenant_id and p.id = a.preregistration_id
      join issuers i on i.tenant_id = x.tenant_id and i.id = x.issuer_id
      where x.tenant_id = app_tenant_id() and p.customer_id = $1 order by x.consented_at, x.analysis_id`,
    [
      ['coalesce(i.bank_name, i.issuer_name)', 'bank', 'Bank'],
      ['x.consented_at', 'consentedAt', 'Einwilligung am', 'instant'],
      ['x.consent_version', 'consentVersion', 'Fassung der Einwilligung'],
    ],
  ),
  section(
    'invitations',
    'Einladungen',
    'preregistrations',
    `from preregistrations x where ${ofCustomer} order by x.created_at`,
    [
      ['x.first_name', 'firstName', 'Vorname'],
      ['x.last_name', 'lastName', 'Nachname'],
      ['x.date_of_birth', 'dateOfBirth', 'Geburtsdatum', 'day'],
      ['x.email', 'email', 'E-Mail-Adresse'],
      ['x.phone_number', 'phoneNumber', 'Telefonnummer'],
      ['x.message', 'message', 'Nachricht'],
      ['x.answers', 'answers', 'Antworten', 'json'],
      ['x.consent_version', 'consentVersion', 'Fassung der Einwilligung'],
      ['x.terms_version', 'termsVersion', 'Fassung der Nutzungsbedingungen'],
      ['x.created_at', 'createdAt', 'Vom', 'instant'],
      ['x.submitted_at', 'submittedAt', 'Abgesendet', 'instant'],
    ],
  ),
  section(
    'termsAgreements',
    'Zustimmungen zu Nutzungsbedingungen',
    'terms_agreements',
    `from terms_agreements x join users u on u.tenant_id = x.tenant_id and u.id = x.user_id
      left join terms_versions t on t.tenant_id = x.tenant_id and lower(t.version) = lower(x.terms_version)
      where u.tenant_id = app_tenant_id() and u.customer_id = $1 order by x.agreed_at`,
    [
      ['x.terms_version', 'version', 'Fassung'],
      ['x.agreed_at', 'agreedAt', 'Zugestimmt', 'instant'],
      ['t.content', 'content', 'Text'],
    ],
  ),
  section(
    'tasks',
    'Aufgaben',
    'workbench_tasks',
    `from workbench_tasks x where ${ofEither} order by x.created_at`,
    [
      ['x.task_type', 'taskType', 'Art', 'text', taskTexts],
      ['x.status', 'status', 'Stand', 'text', { open: 'Offen', snoozed: 'Zurückgestellt', done: 'Erledigt' }],
      ['x.due_date', 'dueDate', 'Fällig', 'day'],
      ['x.created_at', 'createdAt', 'Vom', 'instant'],
    ],
  ),
];
