import { type NotificationWish, putNotificationSettings } from '@depotwerk/api/notifications/notifications';
import {
  mailWays,
  type NotificationKind,
  notificationText,
  taskTypeOf,
} from '@depotwerk/domain/notifications/notification-kinds';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { said, t } from '../../../texts/texts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Banner, EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { notificationSettingsQuery } from '../notification-queries.ts';
import '../notifications.css';

/** Of what somebody is told, and how. Each choice takes effect and is stored at once. */
export function NotificationsSection() {
  const client = useQueryClient();
  const settings = useQuery(notificationSettingsQuery);
  const save = useMutation({
    mutationFn: (wish: NotificationWish) => callApi(putNotificationSettings, { body: { wishes: [wish] } }),
    onSuccess: (answer) => {
      client.setQueryData(notificationSettingsQuery.queryKey, answer);
      showToast(t('notifications.settings.saved'));
    },
    onError: showApiError,
  });
  const { data } = settings;
  if (!data) return settings.error ? <QueryError query={settings} /> : <Skeleton lines={6} />;
  if (data.wishes.length === 0)
    return (
      <Card title={t('notifications.title')}>
        <EmptyState title={t('notifications.settings.none')} />
      </Card>
    );
  const isPersonal = (kind: NotificationKind) => taskTypeOf(kind) === null;
  // What was chosen last stands there while it is stored.
  const wishes = data.wishes.map((wish) =>
    save.isPending && save.variables.kind === wish.kind ? save.variables : wish,
  );
  const groups = [
    { title: t('notifications.settings.personal'), of: wishes.filter(({ kind }) => isPersonal(kind)) },
    { title: t('notifications.settings.tasks'), of: wishes.filter(({ kind }) => !isPersonal(kind)) },
  ];
  return (
    <>
      <Banner tone="info">{t('notifications.settings.intro')}</Banner>
      {data.canMail ? null : <Banner tone="warn">{t('notifications.settings.noMail')}</Banner>}
      {groups.map(({ title, of }) =>
        of.length === 0 ? null : (
          <Card key={title} title={title}>
            <ul className="notifications__wishes">
              {of.map((wish) => (
                <Wish key={wish.kind} wish={wish} onChange={save.mutate} />
              ))}
            </ul>
          </Card>
        ),
      )}
    </>
  );
}

function Wish({ wish, onChange }: { wish: NotificationWish; onChange: (wish: NotificationWish) => void }) {
  const name = said(notificationText(wish.kind));
  return (
    <li className="notifications__wish">
      <span>{name}</span>
      <Checkbox
        label={
          <>
            {t('notifications.settings.inApp')}
            <span className="visually-hidden">: {name}</span>
          </>
        }
        isChecked={wish.isInApp}
        onChange={(isInApp) => onChange({ ...wish, isInApp })}
      />
      <SelectField
        label={`${t('notifications.settings.mail')}: ${name}`}
        isLabelHidden
        value={wish.mail}
        options={mailWays.map((way) => ({ value: way, label: t(`notifications.settings.mails.${way}`) }))}
        onChange={(mail) => {
          if (mail !== '') onChange({ ...wish, mail });
        }}
      />
    </li>
  );
}
