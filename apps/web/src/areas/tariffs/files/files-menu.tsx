import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { Menu } from '../../../ui/menu.tsx';

const dialogs = {
  importEntry: lazy(async () => ({
    default: (await import('./tariff-import-dialog.tsx')).TariffImportDialog,
  })),
  keysEntry: lazy(async () => ({ default: (await import('./tariff-keys-dialog.tsx')).TariffKeysDialog })),
  rulesEntry: lazy(async () => ({ default: (await import('./plausibility-dialog.tsx')).PlausibilityDialog })),
};

/** What concerns all tariffs of the house: files that come, whose files are taken, how findings weigh. */
export function FilesMenu({ canEdit }: { canEdit: boolean }) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const Shown = open === null ? null : dialogs[open];
  const entry = (key: keyof typeof dialogs) => ({
    key,
    label: t(`tariffFiles.${key}`),
    onSelect: () => setOpen(key),
  });
  return (
    <>
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
        entries={[...(canEdit ? [entry('importEntry')] : []), entry('keysEntry'), entry('rulesEntry')]}
      />
      {Shown === null ? null : (
        <Suspense fallback={null}>
          <Shown onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
