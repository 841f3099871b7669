import type { FundCategory } from '@depotwerk/api/fund-categories';
import type { FundCategoryDraft } from '@depotwerk/domain/master-data/check-fund-category';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { t } from '../../texts/texts.ts';
import { FactList } from '../../ui/layout.tsx';
import { NumberField } from '../../ui/number-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ColourField } from '../master-data/colour-field.tsx';
import { FormField } from '../master-data/form-field.tsx';
import type { EntityForm } from '../master-data/use-entity-form.ts';

/** Fields of a fund category. */
export function FundCategoryFields({ form }: { form: EntityForm<FundCategory, FundCategoryDraft> }) {
  const { draft, change, errorOf } = form;
  return (
    <>
      <FormField path="categoryName">
        <TextField
          label={t('masterData.fundCategories.categoryName')}
          isRequired
          autoComplete="off"
          value={draft.categoryName}
          error={errorOf('categoryName')}
          onChange={(categoryName) => change((before) => ({ ...before, categoryName }))}
        />
      </FormField>
      <div className="entity-form__row">
        <ColourField
          path="categoryColor"
          value={draft.categoryColor}
          error={errorOf('categoryColor')}
          onChange={(categoryColor) => change((before) => ({ ...before, categoryColor }))}
        />
        <FormField path="sortOrder">
          <NumberField
            label={t('masterData.fundCategories.sortOrder')}
            hint={t('masterData.fundCategories.sortOrderHint')}
            isRequired
            precision={0}
            value={draft.sortOrder}
            error={errorOf('sortOrder')}
            onFault={form.faultOf('sortOrder')}
            onChange={(sortOrder) => change((before) => ({ ...before, sortOrder }))}
          />
        </FormField>
      </div>
    </>
  );
}

/** Where a fund category is used. */
export function FundCategoryFacts({ entity }: { entity: FundCategory }) {
  return (
    <section className="entity-form__section">
      <h3>{t('masterData.usage')}</h3>
      <FactList
        facts={[
          {
            key: 'peergroups',
            label: t('masterData.fundCategories.peergroupCount'),
            value: formatNumberDe(entity.peergroupCount),
          },
          {
            key: 'funds',
            label: t('masterData.fundCategories.fundCount'),
            value: formatNumberDe(entity.fundCount),
          },
        ]}
      />
    </section>
  );
}
