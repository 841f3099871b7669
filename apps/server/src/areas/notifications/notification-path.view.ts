import {
  type NotificationKind,
  type NotificationTarget,
  taskTypeOf,
} from '@depotwerk/domain/notifications/notification-kinds';

interface Line {
  readonly kind: NotificationKind;
  readonly targetType: NotificationTarget | null;
  readonly targetId: string | null;
}

/** The list all of a kind stand in. */
export const listPath = (kind: NotificationKind): string => {
  const taskType = taskTypeOf(kind);
  if (taskType !== null) return `/workbench?type=${taskType}`;
  return kind === 'taskAssigned' ? '/workbench?owner=me' : '/workbench';
};

/** Whether that list is of what the kind is about, so that it stands for many of them. */
export const hasList = (kind: NotificationKind): boolean =>
  taskTypeOf(kind) !== null || kind === 'taskAssigned';

/** Where on the page of a thing stands what happened with it. */
export const placeOf = { contract: 'optimization', customer: 'notes' } as const;

/**
 * Address for a mail: it stays good whatever becomes of the thing, and tells nothing to who may not see it. It leads to the same
 * place as the line under the bell.
 */
export function notificationLink({ kind, targetType, targetId }: Line): string {
  if (targetType === null || targetId === null) return listPath(kind);
  const path = `/goto/${targetType}/${targetId}`;
  return targetType === 'contract' || targetType === 'customer' ? `${path}?tab=${placeOf[targetType]}` : path;
}
