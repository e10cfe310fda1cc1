import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { DialogFrame } from '../controls/DialogFrame.js';
import { SegmentsOf } from '../controls/SegmentsOf.js';
import { useReferenceMessages } from '../i18n/reference.en.js';
import type { DraftEntry } from './list-draft.rules.js';

interface Props {
  entry: DraftEntry;
  /** What is wrong with a field of it. */
  errorOf: (field: string) => string | undefined;
  onChange: (fields: Partial<DraftEntry>) => void;
  onClose: () => void;
}

/** What carriers and portals have beside their name. It is saved with the list. */
export function EntryDetails({ entry, errorOf, onChange, onClose }: Props) {
  const translate = useReferenceMessages();
  const field = (
    name: 'phone' | 'website' | 'info' | 'url' | 'instructions',
    options: { rows?: number; help?: string } = {},
  ) => (
    <TextField
      key={name}
      label={translate(`crm.reference.${name}`)}
      value={entry[name] ?? ''}
      error={errorOf(name) !== undefined}
      helperText={errorOf(name) ?? options.help}
      {...(options.rows === undefined ? {} : { multiline: true, minRows: options.rows })}
      onChange={({ target }) => {
        onChange({ [name]: target.value });
      }}
    />
  );
  return (
    <DialogFrame
      open
      title={entry.text === '' ? translate('crm.reference.unnamed') : entry.text}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {translate('crm.reference.done')}
        </Button>
      }
    >
      <Stack spacing={2}>
        {entry.kind === undefined ? (
          [field('phone'), field('website'), field('info', { rows: 4 })]
        ) : (
          <>
            <SegmentsOf
              label={translate('crm.reference.kind')}
              value={entry.kind}
              choices={[
                { value: 'link', text: translate('crm.reference.link') },
                { value: 'instructions', text: translate('crm.reference.instructionsKind') },
              ]}
              onPick={(kind) => {
                onChange({ kind });
              }}
            />
            {entry.kind === 'link'
              ? field('url')
              : field('instructions', { rows: 8, help: translate('crm.reference.instructionsHelp') })}
          </>
        )}
      </Stack>
    </DialogFrame>
  );
}
