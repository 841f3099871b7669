import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { dialogLink } from '../../../shell/dialog-link.ts';
import { t } from '../../../texts/texts.ts';
import { Menu } from '../../../ui/menu.tsx';

/** What concerns all tariffs of the house: files that come, whose files are taken, how findings weigh. */
export function FilesMenu({ canEdit }: { canEdit: boolean }) {
  const navigate = useNavigate();
  const entry = (dialog: string, label: string) => ({
    key: dialog,
    label,
    onSelect: () => void navigate({ to: '.', ...dialogLink(dialog) }),
  });
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className="ui-icon-button"
          aria-label={t('tariffFiles.menu')}
          title={t('tariffFiles.menu')}
        >
          <IconDots size={20} aria-hidden="true" />
        </button>
      }
      entries={[
        ...(canEdit ? [entry('tariffImport', t('tariffFiles.importEntry'))] : []),
        entry('tariffKeys', t('tariffFiles.keysEntry')),
        entry('plausibilityRules', t('tariffFiles.rulesEntry')),
      ]}
    />
  );
}
