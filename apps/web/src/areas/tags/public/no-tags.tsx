import { Link } from '@tanstack/react-router';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';

/** Instead of an empty list of tags: that the house has none, and the way to some. */
export function NoTags() {
  const mayEditList = useSession((state) => mayChange(state.user, 'tags.edit'));
  return (
    <p>
      {t('tags.none')}{' '}
      {mayEditList ? <Link to="/admin/tags">{t('tags.toList')}</Link> : t('tags.askAdministrator')}
    </p>
  );
}
