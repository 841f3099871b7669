import { bookExampleKind, getBookExample } from '@depotwerk/api/contracts/book-imports';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { callFile } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { useMayChange } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout.tsx';

type Kind = (typeof bookExampleKind.options)[number];

/** One small file of each kind that fits the house, to try an import with. */
export function BookExamples() {
  const mayAct = useMayChange();
  const [loading, setLoading] = useState<Kind | null>(null);
  const load = async (kind: Kind) => {
    setLoading(kind);
    try {
      saveFile(await callFile(getBookExample, { params: { kind } }, t('bookImports.examples.title')));
    } catch (error) {
      showApiError(error);
    } finally {
      setLoading(null);
    }
  };
  return (
    <Card title={t('bookImports.examples.title')}>
      <p className="hint">{t('bookImports.examples.hint')}</p>
      <div className="imports__examples">
        {bookExampleKind.options.map((kind) => (
          <Button
            key={kind}
            disabled={!mayAct}
            isBusy={loading === kind}
            icon={<IconDownload size={18} aria-hidden="true" />}
            onClick={() => void load(kind)}
          >
            {t(`bookImports.examples.${kind}`)}
          </Button>
        ))}
      </div>
    </Card>
  );
}
