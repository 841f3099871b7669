import { IconTag } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { TagsDialogProps } from '../tags-dialog.tsx';
import { TagMarks } from './tag-marks.tsx';

const TagsDialog = lazy(async () => ({ default: (await import('../tags-dialog.tsx')).TagsDialog }));

/** Tags of a customer or contract in its head, with the button that changes them. */
export function TagLine({
  mayEdit,
  ...carried
}: Omit<TagsDialogProps, 'onClose'> & {
  mayEdit: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="row">
      <TagMarks tags={carried.tags} />
      {mayEdit ? (
        <span className="tag-change" data-no-print>
          <Button
            kind="quiet"
            size="small"
            icon={<IconTag size={16} aria-hidden="true" />}
            onClick={() => setOpen(true)}
          >
            {t('tags.change')}
          </Button>
        </span>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <TagsDialog {...carried} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </span>
  );
}
