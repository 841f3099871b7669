import { auditDetailsText } from '@depotwerk/domain/audit-detail-texts';
import { auditObjectText } from '@depotwerk/domain/audit-details';
import { auditActionText, auditActorText, auditResultTexts } from '@depotwerk/domain/audit-texts';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { hasPermission, useSession } from '../../platform/session.ts';
import { said, t, textOfFirst } from '../../texts/texts.ts';
import type { LabelTone } from '../../ui/cells.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import type { AuditRow } from './audit-queries.ts';

const tones: Record<AuditRow['result'], LabelTone> = { done: 'neutral', refused: 'warn', failed: 'bad' };

const pages: Readonly<Record<string, (id: string) => { path: string; permission: string }>> = {
  contract: (id) => ({ path: `/contracts/${id}`, permission: 'contracts.view' }),
  customer: (id) => ({ path: `/customers/${id}`, permission: 'customers.view' }),
  group: (id) => ({ path: `/user-management/groups/${id}/info`, permission: 'userManagement.view' }),
  role: (id) => ({ path: `/user-management/roles/${id}/info`, permission: 'userManagement.view' }),
  user: (id) => ({ path: `/user-management/users/${id}/info`, permission: 'userManagement.view' }),
};

/** Page of what the entry speaks of, where there is one the user may open and the thing is still there. */
export function pathOfObject({ action, objectType, objectId }: AuditRow): string | null {
  if (objectId === null || objectType === null || action.endsWith('.delete')) return null;
  const page = pages[objectType]?.(objectId);
  return page && hasPermission(useSession.getState().user, page.permission) ? page.path : null;
}

const objectText = ({ objectType, objectName }: AuditRow) =>
  [objectType === null ? '–' : said(auditObjectText(objectType)), objectName].filter(Boolean).join(' ');
/** Why something was refused is said as whoever was refused read it. */
export const detailsText = ({ objectType, details }: AuditRow): string =>
  said(
    auditDetailsText(objectType, {
      ...details,
      ...(typeof details['code'] === 'string' && {
        code: textOfFirst([`errors.${details['code']}.title`]) ?? details['code'],
      }),
    }),
  );

const actorText = ({ actorName, actorKind }: AuditRow) => said(auditActorText(actorKind, actorName));

export function auditRowLabel(entry: AuditRow): string {
  return `${formatDateTime(entry.occurredAt)} ${said(auditActionText(entry.action))}`;
}

export const auditColumns = (): ListColumn<AuditRow, never>[] => [
  {
    key: 'occurredAt',
    header: t('audit.columns.occurredAt'),
    minWidth: 150,
    grow: 0.4,
    priority: 0,
    render: (entry) => formatDateTime(entry.occurredAt),
  },
  {
    key: 'actor',
    header: t('audit.columns.actor'),
    minWidth: 140,
    grow: 0.8,
    priority: 1,
    render: actorText,
  },
  {
    key: 'action',
    header: t('audit.columns.action'),
    minWidth: 170,
    grow: 0.8,
    priority: 0,
    render: (entry) => said(auditActionText(entry.action)),
  },
  {
    key: 'object',
    header: t('audit.columns.object'),
    minWidth: 160,
    grow: 1,
    priority: 2,
    render: (entry) => {
      const path = pathOfObject(entry);
      return path === null ? objectText(entry) : <RowLink path={path}>{objectText(entry)}</RowLink>;
    },
  },
  {
    key: 'group',
    header: t('audit.columns.group'),
    minWidth: 130,
    grow: 0.7,
    priority: 5,
    render: (entry) => entry.groupName ?? <span className="hint">–</span>,
  },
  {
    key: 'result',
    header: t('audit.columns.result'),
    minWidth: 110,
    grow: 0.3,
    priority: 3,
    render: (entry) => (
      <ColourLabel tone={tones[entry.result]}>{said(auditResultTexts[entry.result])}</ColourLabel>
    ),
  },
  {
    key: 'details',
    header: t('audit.columns.details'),
    minWidth: 160,
    grow: 1.4,
    priority: 4,
    render: (entry) => <span title={detailsText(entry)}>{detailsText(entry) || '–'}</span>,
  },
];

/** An entry on a narrow screen. */
export function auditCard(entry: AuditRow) {
  return (
    <>
      <span>{said(auditActionText(entry.action))}</span>
      <span className="hint">{formatDateTime(entry.occurredAt)}</span>
      <span className="hint">{[actorText(entry), objectText(entry)].join(' · ')}</span>
      <ColourLabel tone={tones[entry.result]}>{said(auditResultTexts[entry.result])}</ColourLabel>
    </>
  );
}
