import { detailFields, entryDetails } from '@crm/contracts/reference/reference-list.js';
import { partOf } from '@crm/contracts/reference/reference-list.rules.js';
import { FieldsDialog } from '../fields/FieldsDialog.js';
import { useReferenceMessages } from '../i18n/reference.en.js';
import type { DraftEntry } from './list-draft.rules.js';

interface Props {
  list: keyof typeof detailFields;
  entry: DraftEntry;
  onChange: (fields: Partial<DraftEntry>) => void;
  onClose: () => void;
}

/** What carriers and portals have beside their name. It is saved with the list. */
export function EntryDetails({ list, entry, onChange, onClose }: Props) {
  const translate = useReferenceMessages();
  const schema = entryDetails[list];
  return (
    <FieldsDialog
      title={entry.text === '' ? translate('crm.reference.unnamed') : entry.text}
      fields={detailFields[list]}
      isShown={(key, { kind }) =>
        (key !== 'url' && key !== 'instructions') ||
        key === partOf({ kind: detailFields.portals.kind.wire.parse(kind) })
      }
      schema={schema}
      record={{ ...entry, id: entry.key }}
      submit={translate('crm.reference.done')}
      isSaving={false}
      onSave={(values) => {
        onChange(schema.parse(values));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
