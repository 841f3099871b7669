import type { Profile } from '@depotwerk/api/auth/profile';
import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { profileFields } from '@depotwerk/domain/users/user-fields';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { entityKey } from '../../forms/entity-kind.ts';
import { EntityPage } from '../../forms/entity-page.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { PhoneField } from '../../forms/phone-field.tsx';
import { textOrNone } from '../../forms/value-texts.ts';
import { loadUser } from '../../platform/load-user.ts';
import { useSession } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { profileKind } from './profile-kind.ts';

/** Who one is here: what one says of oneself, where one begins, and what the administration has set. */
export function ProfileSection() {
  const query = useQuery({
    queryKey: entityKey(profileKind, ''),
    queryFn: ({ signal }) => profileKind.load('', signal),
    staleTime: 0,
    gcTime: 0,
    // A form begins with what was read when it was opened; what others save meanwhile is told on saving.
    refetchOnWindowFocus: false,
  });
  if (query.data === undefined) {
    return query.isError ? (
      <QueryError title={profileKind.words.loadFailed} query={query} />
    ) : (
      <Skeleton lines={8} />
    );
  }
  return (
    <>
      <OwnData profile={query.data} />
      <GivenData profile={query.data} />
    </>
  );
}

function OwnData({ profile }: { profile: Profile }) {
  const isCustomer = useSession((state) => state.user?.ownCustomerId !== undefined);
  return (
    <EntityPage
      kind={profileKind}
      entity={profile}
      title={t('settings.section.profile')}
      // The name stands in the head of the page, too.
      onSaved={() => void loadUser()}
      onRemoved={() => {}}
      renderFields={({ draft, change, errorOf }) => (
        <>
          {isCustomer ? (
            <KeptName profile={profile} />
          ) : (
            <>
              <FormField path="fullName">
                <TextField
                  label={said(labelOf(profileFields, 'fullName'))}
                  isRequired
                  autoComplete="name"
                  value={draft.fullName}
                  error={errorOf('fullName')}
                  onChange={(fullName) => change((before) => ({ ...before, fullName }))}
                />
              </FormField>
              <FormField path="company">
                <TextField
                  label={said(labelOf(profileFields, 'company'))}
                  autoComplete="organization"
                  value={draft.company}
                  error={errorOf('company')}
                  onChange={(company) => change((before) => ({ ...before, company }))}
                />
              </FormField>
            </>
          )}
          <FormField path="phoneNumber">
            {profile.isPhoneConfirmed ? (
              <div className="settings__line">
                <div>
                  <strong>{said(labelOf(profileFields, 'phoneNumber'))}</strong>
                  <div>{textOrNone(profile.phoneNumber)}</div>
                  <div className="hint">{t('settings.profile.phoneConfirmed')}</div>
                </div>
                <Link
                  to="/settings/$section"
                  params={{ section: 'second-factor' }}
                  className="ui-button ui-button--secondary ui-button--small"
                >
                  {t('settings.profile.changeNumber')}
                </Link>
              </div>
            ) : (
              <PhoneField
                value={draft.phoneNumber}
                error={errorOf('phoneNumber')}
                change={(next) => change((before) => ({ ...before, phoneNumber: next(before.phoneNumber) }))}
              />
            )}
          </FormField>
        </>
      )}
    />
  );
}

/** A customer is called as the house knows her. */
function KeptName({ profile: { fullName, company } }: { profile: Profile }) {
  return (
    <div className="settings__line">
      <div>
        <strong>{said(labelOf(profileFields, 'fullName'))}</strong>
        <div>{company === '' ? fullName : `${fullName}, ${company}`}</div>
        <div className="hint">{said(fieldIssueText({ path: 'fullName', code: 'kept' }))}</div>
      </div>
    </div>
  );
}

function GivenData({ profile }: { profile: Profile }) {
  const given = [
    [t('settings.profile.userName'), profile.userName],
    [t('settings.profile.role'), profile.roleName],
    [
      t('settings.profile.groups'),
      textOrNone(profile.groupNames.length === 0 ? null : profile.groupNames.join(', ')),
    ],
  ] as const;
  return (
    <Card title={t('settings.profile.byAdministration')}>
      <p className="hint">{t('settings.profile.byAdministrationHint')}</p>
      {given.map(([label, value]) => (
        <div key={label} className="settings__line">
          <strong>{label}</strong>
          <span>{value}</span>
        </div>
      ))}
    </Card>
  );
}
